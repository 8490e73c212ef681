--TEST--
FW-2: several coroutines use one XMLWriter whose target suspends, or one XSLTProcessor that calls PHP functions: calls take turns
--DESCRIPTION--
Rules: io FW-2
Order: dependent
--EXTENSIONS--
dom
xmlwriter
simplexml
xsl
--FILE--
<?php
use function Async\{spawn, await, suspend};

/** A target of user space that takes its time. */
final class SlowTarget
{
    public static array $written = [];
    public static bool $entered_twice = false;
    public mixed $context = null;
    private string $path;
    private int $inside = 0;
    public function stream_open(string $path): bool { self::$written[$this->path = $path] = ''; return true; }
    public function stream_write(string $data): int
    {
        self::$entered_twice = $this->inside++ > 0 || self::$entered_twice;
        suspend();
        suspend();
        self::$written[$this->path] .= $data;
        $this->inside--;
        return strlen($data);
    }
    public function stream_close(): void { suspend(); }
    public function url_stat(): array { return ['mode' => 0100644]; }
}
stream_wrapper_register('slow', SlowTarget::class);
function slow(string $text): string { suspend(); suspend(); return $text; }
$at_once = fn(Closure ...$bodies) => array_map(await(...), array_map(spawn(...), $bodies));

// Methods and functions; one of them asks for what was written, another one begins with another target.
$writer = new XMLWriter();
$writer->openUri('slow://a');
$writer->startElement('r');
$element = fn(string $name) => function () use ($writer, $name) {
    for ($i = 0; $i < 10; $i++) {
        $text = str_repeat($name, 3000);
        $name === 'b' ? xmlwriter_write_element($writer, $name, $text) : $writer->writeElement($name, $text);
        $name === 'b' ? xmlwriter_flush($writer) : $writer->flush();
    }
};
$at_once($element('a'), $element('b'), $element('c'));
$writer->endElement();
$writer->flush();
$whole = simplexml_load_string(SlowTarget::$written['slow://a']);
echo 'XMLWriter: ', count($whole->a), ' ', count($whole->b), ' ', count($whole->c), "\n";
$at_once(fn() => $writer->writeElement('d', str_repeat('d', 9000)), fn() => $writer->openMemory(), fn() => $writer->writeElement('e'));
echo 'Begun again: ', $writer->outputMemory(), "\n";

// A weak reference reaches the writer while it writes the rest.
$writer->openUri('slow://w');
$writer->text(str_repeat('w', 3000));
$element = null;
$weak = WeakReference::create($writer);
$at_once(function () use (&$writer) {
    $writer = null;
}, function () use ($weak) {
    try {
        $weak->get()?->text('late');
    } catch (Error $error) {
        assert(str_contains($error->getMessage(), 'XMLWriter'));
    }
});
echo 'Destroyed: ', strspn(SlowTarget::$written['slow://w'], 'w') >= 3000 ? 'written' : 'lost', "\n";
echo SlowTarget::$entered_twice ? 'entered twice' : 'one at a time', "\n";

// A style sheet is not replaced under a transformation; the coroutine itself may go on using its processor.
$sheet = function (string $name): DOMDocument {
    $sheet = new DOMDocument();
    $sheet->loadXML("<xsl:stylesheet version='1.0' exclude-result-prefixes='php' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'
        xmlns:php='http://php.net/xsl'>
        <xsl:output omit-xml-declaration='yes'/><xsl:param name='p'/><xsl:template match='/r'><$name><xsl:for-each select='i'>
        <xsl:value-of select=\"php:function('slow', string(.))\"/><xsl:value-of select='\$p'/></xsl:for-each></$name>
        </xsl:template></xsl:stylesheet>");
    return $sheet;
};
$document = new DOMDocument();
$document->loadXML('<r><i>1</i><i>2</i><i>3</i></r>');
$processor = new XSLTProcessor();
$processor->registerPHPFunctions();
$processor->importStylesheet($sheet('N'));
$processor->setParameter('', 'p', '-');
$results = $at_once(
    fn() => $processor->transformToXml($document),
    fn() => $processor->importStylesheet($sheet('M')),
    fn() => $processor->transformToDoc($document)->documentElement->nodeName,
    fn() => $processor->setParameter('', 'p', '+'),
    fn() => $processor->transformToXml($document),
);
echo 'XSLTProcessor: ', implode(' ', array_map(fn($result) => is_string($result) ? trim($result) : json_encode($result), $results)), "\n";
--EXPECT--
XMLWriter: 10 10 10
Begun again: <e/>
Destroyed: written
one at a time
XSLTProcessor: <N>1-2-3-</N> true M true <M>1+2+3+</M>
