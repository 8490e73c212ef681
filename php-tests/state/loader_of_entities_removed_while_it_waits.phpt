--TEST--
EG-8: the loader of external entities that waits is not changed by other coroutines: PHP looks at it afterwards
--DESCRIPTION--
Rules: io EG-8
Order: dependent
--EXTENSIONS--
dom
--FILE--
<?php
use function Async\{await, delay, spawn};

class Loader
{
    private array $own;
    public function __construct(private bool $throws) { $this->own = range(1, 10); }
    public function load()
    {
        delay(30);
        if ($this->throws) {
            throw new Exception('no document of ' . count($this->own));
        }
        $file = fopen('php://memory', 'r+');
        fwrite($file, '<!ELEMENT a ANY>');
        rewind($file);
        return $file;
    }
}

foreach ([false, true] as $throws) {
    libxml_set_external_entity_loader([new Loader($throws), 'load']);
    $loading = spawn(function () {
        try {
            return (new DOMDocument)->loadXML('<!DOCTYPE a SYSTEM "x.dtd"><a/>', LIBXML_DTDLOAD);
        } catch (Exception $e) {
            return $e->getMessage();
        }
    });
    delay(10);
    try {
        libxml_set_external_entity_loader(null);
        $as_expected = false;
    } catch (Error $e) {
        $as_expected = str_contains($e->getMessage(), 'loader of external entities');
    }
    $memory = array_map(fn($n) => new ArrayObject([$n, "x$n"]), range(1, 1000));
    var_dump($as_expected, await($loading), libxml_set_external_entity_loader(null));
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
string(17) "no document of 10"
bool(true)
