<?php

/*
 * Objects of the extensions for XML for the methods that are tried, by class.
 */

return [
    'DOMDocument' => fn() => new DOMDocument(),
    'XMLReader' => function (Side $s) {
        $items = str_repeat("<item of='$s->name'>" . str_repeat($s->word(), 500) . '</item>', 3);
        $reader = XMLReader::open($s->file("<list>$items</list>"));
        // On an item, with more to read.
        while ($reader->read() && $reader->name !== 'item');
        return $reader;
    },
    'XSLTProcessor' => function () {
        $processor = new XSLTProcessor();
        $processor->setParameter('', 'name', 'value');
        return $processor;
    },
    'XMLWriter' => fn() => new XMLWriter(),
];
