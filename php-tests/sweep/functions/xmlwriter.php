<?php

/*
 * XMLWriter, methods and functions, on files of the wrapper. What is written goes to the stream when 4,000 bytes have come
 * together: each recipe begins just below that, in the state in which the function is allowed.
 */

$full = fn(int $used = 0) => str_repeat('x', 3_999 - $used);
$writer = function (Side $s): XMLWriter {
    $writer = new XMLWriter();
    $writer->openUri($s->path('written.xml'));
    return $writer;
};
/** @var array<string, Closure(XMLWriter): void> what comes before */
$states = [
    'open tag' => fn($w) => $w->startElement($full(1)),
    'content' => fn($w) => [$w->startElement('list'), $w->text($full(6))],
    'attribute' => fn($w) => [$w->startElement('list'), $w->startAttribute('x'), $w->text($full(9))],
    'comment' => fn($w) => [$w->startComment(), $w->text($full(4))],
    'instruction' => fn($w) => $w->startPi($full(2)),
    'cdata' => fn($w) => [$w->startElement('list'), $w->startCdata(), $w->text($full(15))],
    'dtd' => fn($w) => $w->startDtd($full(10)),
    'dtd element' => fn($w) => [$w->startDtd('list'), $w->startDtdElement($full(26))],
    'dtd attributes' => fn($w) => [$w->startDtd('list'), $w->startDtdAttlist($full(26))],
    'dtd entity' => fn($w) => [$w->startDtd('list'), $w->startDtdEntity($full(25), false)],
    'inside a dtd' => fn($w) => [$w->startDtd('list'), $w->writeDtdElement($full(31), 'ANY')],
    'nothing' => fn($w) => $w->writeRaw($full()),
];
$name = fn(Side $s) => $s->word();
/** @var array<string, array{string, 1?: Closure(Side): array}> state and arguments by method */
$methods = [
    'setIndent' => ['open tag', fn() => [true]],
    'setIndentString' => ['open tag', fn() => [' ']],
    'startComment' => ['content'],
    'endComment' => ['comment'],
    'startAttribute' => ['open tag', fn(Side $s) => [$name($s)]],
    'endAttribute' => ['attribute'],
    'writeAttribute' => ['open tag', fn(Side $s) => [$name($s), $s->text(1)]],
    'startAttributeNs' => ['open tag', fn(Side $s) => ['n', $name($s), 'urn:x']],
    'writeAttributeNs' => ['open tag', fn(Side $s) => ['n', $name($s), 'urn:x', $s->text(1)]],
    'startElement' => ['content', fn(Side $s) => [$name($s)]],
    'endElement' => ['content'],
    'fullEndElement' => ['content'],
    'startElementNs' => ['content', fn(Side $s) => ['n', $name($s), 'urn:x']],
    'writeElement' => ['content', fn(Side $s) => [$name($s), $s->text(1)]],
    'writeElementNs' => ['content', fn(Side $s) => ['n', $name($s), 'urn:x', $s->text(1)]],
    'startPi' => ['content', fn(Side $s) => [$name($s)]],
    'endPi' => ['instruction'],
    'writePi' => ['content', fn(Side $s) => [$name($s), $s->text(1)]],
    'startCdata' => ['content'],
    'endCdata' => ['cdata'],
    'writeCdata' => ['content', fn(Side $s) => [$s->text(1)]],
    'text' => ['content', fn(Side $s) => [$s->text(1)]],
    'writeRaw' => ['content', fn(Side $s) => [$s->text(1)]],
    'startDocument' => ['nothing', fn() => ['1.0', 'UTF-8']],
    'endDocument' => ['content'],
    'writeComment' => ['content', fn(Side $s) => [$s->text(1)]],
    'startDtd' => ['nothing', fn(Side $s) => [$name($s)]],
    'endDtd' => ['dtd'],
    'writeDtd' => ['nothing', fn(Side $s) => [$name($s), null, null, str_repeat('<!ELEMENT x ANY>', 400)]],
    'startDtdElement' => ['inside a dtd', fn(Side $s) => [$name($s)]],
    'endDtdElement' => ['dtd element'],
    'writeDtdElement' => ['inside a dtd', fn(Side $s) => [$name($s), 'ANY']],
    'startDtdAttlist' => ['inside a dtd', fn(Side $s) => [$name($s)]],
    'endDtdAttlist' => ['dtd attributes'],
    'writeDtdAttlist' => ['inside a dtd', fn(Side $s) => [$name($s), 'x CDATA #IMPLIED']],
    'startDtdEntity' => ['inside a dtd', fn(Side $s) => [$name($s), false]],
    'endDtdEntity' => ['dtd entity'],
    'writeDtdEntity' => ['inside a dtd', fn(Side $s) => [$name($s), $s->text(1)]],
    'outputMemory' => ['content'],
    'flush' => ['content'],
];

$recipes = [
    'xmlwriter_open_uri' => fn(Side $s) => [$s->path('written.xml')],
    'XMLWriter::openUri' => ['object' => fn() => new XMLWriter(), 'args' => fn(Side $s) => [$s->path('written.xml')], 'shared' => false],
    'XMLWriter::openMemory' => ['object' => fn() => new XMLWriter()],
];
foreach ($methods as $method => $how) {
    [$state, $args] = $how + [1 => fn() => []];
    $make = fn(Side $s) => tap($writer($s), $states[$state]);
    $recipes["XMLWriter::$method"] = ['object' => $make, 'args' => fn(Side $s) => $args($s), 'shared' => false];
    $function = 'xmlwriter_' . strtolower(preg_replace('/[A-Z]/', '_$0', $method));
    $recipes[$function] = [
        'args' => fn(Side $s) => [$s->once(fn() => $make($s)), ...$args($s)],
        'shared' => false,
    ];
}
return $recipes;
