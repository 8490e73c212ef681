<?php

/*
 * What stands for an object when two are compared, by class.
 */

return [
    'DOMDocument' => fn($document) => $document->saveXML(),
    'DOMNode' => fn($node) => $node->ownerDocument?->saveXML($node) ?? $node->nodeName,
    'DOMNodeList' => fn($list) => iterator_to_array($list),
    'SimpleXMLElement' => fn($element) => $element->asXML(),
    'DateTimeInterface' => fn($time) => $time->format('c'),
    'GdImage' => fn($image) => [imagesx($image), imagesy($image), imagecolorat($image, 0, 0)],
    'GMP' => fn($number) => gmp_strval($number),
    'SplFileInfo' => fn($info) => $info->getPathname(),
    'Closure' => fn() => null,
    'Generator' => fn() => null,
    'SlowIterator' => fn() => null,
    'SlowObject' => fn($object) => $object->values,
    'ArrayObject' => fn($object) => $object->getArrayCopy(),
    'ArrayIterator' => fn($object) => $object->getArrayCopy(),
    'WeakMap' => fn($map) => count($map),
    'Fiber' => fn() => null,
];
