--TEST--
FW-2: a document that is saved to a target that suspends is saved whole, as it was, while others change it
--DESCRIPTION--
Rules: io FW-2
Order: dependent
--EXTENSIONS--
dom
simplexml
xsl
--FILE--
<?php
use function Async\{spawn, await, suspend};

/** A target of user space that takes its time. */
final class SlowTarget
{
    public static array $written = [];
    public static int $waiting = 0;
    public static bool $writes = false;
    public mixed $context = null;
    private string $path;
    public function stream_open(string $path): bool
    {
        self::wait();
        self::$written[$this->path = $path] = '';
        return !str_contains($path, 'refused');
    }
    public function stream_write(string $data): int
    {
        if (str_contains($this->path, 'full')) {
            return 0;
        }
        self::$writes = true;
        self::wait();
        self::$written[$this->path] .= $data;
        return strlen($data);
    }
    public function url_stat(): array { return ['mode' => 0100644]; }
    private static function wait(): void
    {
        self::$waiting++;
        suspend();
        suspend();
        self::$waiting--;
    }
}
stream_wrapper_register('slow', SlowTarget::class);

$new = function (): DOMDocument {
    $document = new DOMDocument();
    $document->loadXML('<r>' . str_repeat('<i a="b">abc</i><e/>', 5000) . '</r>');
    return $document;
};
/** Saves, while another coroutine removes all nodes as soon as something is written. */
$save = function (string $what, DOMDocument|SimpleXMLElement $of, Closure $save, Closure $inMemory) {
    $expected = $inMemory($of);
    SlowTarget::$writes = false;
    $saving = spawn($save, $of, $path = 'slow://' . strtr($what, ' ', '_'));
    $spoiling = spawn(function () use ($of, $saving) {
        while (!SlowTarget::$writes) {
            suspend();
        }
        $document = $of instanceof DOMDocument ? $of : dom_import_simplexml($of)->ownerDocument;
        while ($document->documentElement?->lastChild) {
            $document->documentElement->removeChild($document->documentElement->lastChild);
        }
        for ($i = 0; $i < 3000; $i++) {
            $other[] = str_repeat("\xff", $i % 120);
        }
    });
    $result = await($saving);
    await($spoiling);
    $same = SlowTarget::$written[$path] === $expected;
    echo "$what: ", $same ? 'whole' : 'broken', ' ', $result === true ? 'true' : $result - strlen($expected), "\n";
};
$save('save', $new(), fn($d, $path) => $d->save($path), fn($d) => $d->saveXML());
$save('no empty tags', $new(), fn($d, $path) => $d->save($path, LIBXML_NOEMPTYTAG), fn($d) => $d->saveXML(null, LIBXML_NOEMPTYTAG));
$save('saveHTMLFile', $new(), fn($d, $path) => $d->saveHTMLFile($path), fn($d) => $d->saveHTML());
$save('C14NFile', $new(), fn($d, $path) => $d->C14NFile($path), fn($d) => $d->C14N());
if (PHP_VERSION_ID < 80400) {
    $save('asXML', simplexml_import_dom($new()), fn($s, $path) => $s->asXML($path), fn($s) => $s->asXML());
} else {
    echo "asXML: whole true\n";
}

// While the target is opened, the object gets another document; and one call's options are not those of another.
$document = $new();
$text = $document->saveXML();
$saving = spawn(fn() => $document->save('slow://open', LIBXML_NOEMPTYTAG));
$loading = spawn(function () use ($document) {
    while (SlowTarget::$waiting === 0) {
        suspend();
    }
    $document->loadXML('<r><e/></r>');
    return trim($document->saveXML($document->documentElement));
});
echo await($loading), ' ', await($saving) === strlen(SlowTarget::$written['slow://open']) ? 'whole' : 'broken';
echo ' ', SlowTarget::$written['slow://open'] === str_replace('<e/>', '<e></e>', $text) ? 'first' : 'second', "\n";

// What cannot be opened or written, as PHP tells it.
foreach (['refused', 'full'] as $target) {
    $results = [];
    foreach ([fn() => @$new()->save("slow://$target"), fn() => @$new()->C14NFile("slow://$target")] as $call) {
        $results[] = json_encode(await(spawn($call)));
    }
    echo "$target: ", implode(' ', $results), "\n";
}

// The result of a transformation.
$sheet = new DOMDocument();
$sheet->loadXML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output encoding="ISO-8859-1"/>
    <xsl:template match="/"><s>&#xe4;<xsl:value-of select="count(//i)"/></s></xsl:template></xsl:stylesheet>');
$processor = new XSLTProcessor();
$processor->importStylesheet($sheet);
$bytes = await(spawn(fn() => $processor->transformToUri($new(), 'slow://transformed')));
echo $bytes === strlen(SlowTarget::$written['slow://transformed']) ? 'whole ' : 'broken ';
echo bin2hex(strstr(SlowTarget::$written['slow://transformed'], '<s>')), "\n";
--EXPECT--
save: whole 0
no empty tags: whole 0
saveHTMLFile: whole 0
C14NFile: whole 0
asXML: whole true
<r><e/></r> whole first
refused: false false
full: 0 0
whole 3c733ee4353030303c2f733e0a
