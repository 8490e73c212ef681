--TEST--
FW-5: I/O blocks in PHP functions that XPath and XSL call: another coroutine does not change the document meanwhile
--DESCRIPTION--
Rules: io FW-5
Order: independent
--EXTENSIONS--
dom
xsl
--FILE--
<?php
use function Async\{spawn, await};

/** Waits as a question to a server does. */
function ask(string $text): string { usleep(300); return $text; }

$others = 0;
$run = function (string $what, Closure $call) use (&$others) {
    $document = new DOMDocument();
    $document->loadXML('<r>' . str_repeat('<i>1</i>', 20) . '</r>');
    $before = null;
    $running = spawn(function () use ($call, $document, &$others, &$before) {
        $before = $others;
        $result = $call($document);
        return $others === $before ? $result : 'left in the middle';
    });
    $changing = spawn(function () use ($document, &$others, &$before) {
        while ($before === null) {
            Async\suspend();
        }
        $others++;
        while ($document->documentElement->firstChild) {
            $document->documentElement->removeChild($document->documentElement->firstChild);
        }
    });
    echo "$what: ", await($running), "\n";
    await($changing);
};
$path = function (DOMDocument $document): DOMXPath {
    $path = new DOMXPath($document);
    $path->registerNamespace('php', 'http://php.net/xpath');
    $path->registerPhpFunctions();
    return $path;
};
$processor = new XSLTProcessor();
$processor->registerPHPFunctions();
$sheet = new DOMDocument();
$sheet->loadXML("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:php='http://php.net/xsl'>
    <xsl:output method='text'/><xsl:template match='/'><xsl:for-each select='//i'>
    <xsl:value-of select=\"php:function('ask', string(.))\"/></xsl:for-each></xsl:template></xsl:stylesheet>");
$processor->importStylesheet($sheet);

$run('query', fn($document) => $path($document)->query("//i[php:function('ask', string(.)) = '1']")->length);
$run('evaluate', fn($document) => $path($document)->evaluate("count(//i[php:function('ask', string(.)) = '1'])"));
$run('transformToXml', fn($document) => strlen(trim($processor->transformToXml($document))));
$run('transformToDoc', fn($document) => strlen(trim($processor->transformToDoc($document)->textContent)));
$run('an exception', function ($document) use ($path) {
    try {
        $path($document)->query("//i[php:function('intdiv', 1, 0)]");
    } catch (Error) {
        return 'thrown';
    }
});

// After such calls the coroutine waits as any other.
$seen = [];
$small = new DOMDocument();
$small->loadXML('<r/>');
$waits = spawn(function () use ($path, $small, &$seen) {
    $path($small)->query("//*[php:function('ask', 'x')]");
    usleep(1000);
    $seen[] = 'waited';
});
$other = spawn(function () use (&$seen) { $seen[] = 'other'; });
await($waits);
await($other);
echo implode(' ', $seen), "\n";
--EXPECT--
query: 20
evaluate: 20
transformToXml: 20
transformToDoc: 20
an exception: thrown
other waited
