--TEST--
FW-5: what msgpack and a stylesheet keep in globals is that of one coroutine at a time
--DESCRIPTION--
Rules: io FW-5
Order: independent
--SKIPIF--
<?php
foreach (['igbinary', 'msgpack', 'dom', 'xml', 'xsl', 'ffi'] as $name) {
    if (!is_file(ini_get('extension_dir') . "/$name.so")) die("skip there is no extension $name");
}
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

echo child_php(<<<'PHP'
    <?php
    use function Async\{await, delay, spawn};

    final class Slow
    {
        public function __construct(private int $number) {}
        public function __serialize(): array { delay(5); return ['x' => $this->number]; }
        public function __unserialize(array $data): void {}
    }

    $pack = function (int $number) {
        $shared = new ArrayObject(['a' => $number]);
        [$first, , $last] = msgpack_unpack(msgpack_pack([(object) ['a' => $number], new Slow($number), (object) ['a' => $number]]));
        return [$first->a ?? null, $last->a ?? null];
    };
    echo json_encode(array_map(await(...), [spawn($pack, 1), spawn($pack, 2), spawn($pack, 3)])), "\n";

    final class Sheets
    {
        public $context;
        private string $rest = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>';
        function stream_open(): bool { return true; }
        function stream_read(): string { delay(3); [$part, $this->rest] = [$this->rest, '']; return $part; }
        function stream_eof(): bool { return $this->rest === ''; }
        function stream_stat(): array { return []; }
        function url_stat(): array { return []; }
        function stream_close(): void { delay(3); }
    }
    stream_wrapper_register('slow', Sheets::class);
    $defaults = FFI::cdef('int *__xmlSubstituteEntitiesDefaultValue(void); int *__xmlLoadExtDtdDefaultValue(void);', 'libxml2.so.2');
    $look = fn() => [$defaults->__xmlSubstituteEntitiesDefaultValue()[0], $defaults->__xmlLoadExtDtdDefaultValue()[0]];
    $import = function (int $ms) {
        delay($ms);
        $sheet = new DOMDocument;
        $sheet->loadXML('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:include href="slow://a"/>'
            . '</xsl:stylesheet>');
        return (new XSLTProcessor)->importStylesheet($sheet);
    };
    $before = $look();
    $imported = array_map(await(...), [spawn($import, 0), spawn($import, 2), spawn($import, 4)]);
    echo json_encode($imported), ' ', $look() === $before ? 'as before' : json_encode($look()), "\n";
    PHP, ['extension' => ['igbinary', 'msgpack', 'dom', 'xml', 'xsl', 'ffi'], 'ffi.enable' => '1'], seconds: 20)['out'];
?>
--EXPECT--
[[1,1],[2,2],[3,3]]
[true,true,true] as before
