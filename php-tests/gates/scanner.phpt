--TEST--
FW-5: highlight_file(), php_strip_whitespace() and the tokenizer run one coroutine at a time; files are compiled meanwhile
--DESCRIPTION--
Rules: io FW-5, INC-1
Order: independent
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/../lib/at_once.php';

foreach ([0, 1] as $i) {
    SlowStream::$files["$i.php"] = "<?php // file $i\n/* c */ echo 'number $i', \"x\$y$i\"; \$h = <<<A\n  text $i\n  A;\n"
        . str_repeat("echo $i; # $i\n", 10);
}
// A file that is compiled has the scanner for itself, whatever is in the middle of a call.
$compile = function () {
    for ($i = 0; $i < 20; $i++) {
        $heredoc = eval("return [<<<T\n  a {$i}\n  T, __LINE__];");
        if ($heredoc !== ["a $i", 3]) echo 'compiled wrong: ', json_encode($heredoc), "\n";
        Async\suspend();
    }
};
$with = fn(callable $call) => function (int $i) use ($call, $compile) {
    $other = Async\spawn($compile);
    $result = $call($i);
    pause();
    Async\await($other);
    return $result;
};
at_once('highlight_file', $with(fn($i) => highlight_file("slow://$i.php", true)));
at_once('highlight_file that prints', $with(fn($i) => highlight_file("slow://$i.php")));
at_once('php_strip_whitespace', $with(fn($i) => php_strip_whitespace("slow://$i.php")));
at_once('a missing file', $with(fn($i) => [php_strip_whitespace("slow://none$i"), highlight_file("slow://none$i", true)]));
at_once('tokenizer', $with(fn($i) => [
    php_strip_whitespace("slow://$i.php"),
    token_get_all(SlowStream::$files["$i.php"], TOKEN_PARSE),
    PhpToken::tokenize(SlowStream::$files["$i.php"]),
]));

final class Counted
{
    public static int $inside = 0;
    public static int $most = 0;
    public $context;
    private bool $read = false;
    public function stream_open() { self::$most = max(self::$most, ++self::$inside); Async\suspend(); return true; }
    public function stream_read() { Async\suspend(); $text = $this->read ? '' : '<?php echo 1;'; $this->read = true; return $text; }
    public function stream_eof() { return $this->read; }
    public function stream_stat() { return []; }
    public function stream_set_option() { return false; }
    public function stream_close() { self::$inside--; }
}
stream_wrapper_register('counted', Counted::class);
foreach (['highlight_file', 'show_source', 'php_strip_whitespace'] as $function) {
    foreach (array_map(fn() => Async\spawn(fn() => $function === 'php_strip_whitespace'
        ? $function('counted://file') : $function('counted://file', true)), range(0, 3)) as $coroutine)
        Async\await($coroutine);
}
echo 'at once: ', Counted::$most, "\n";
--EXPECT--
highlight_file: as alone
highlight_file that prints: as alone
php_strip_whitespace: as alone
a missing file: as alone
tokenizer: as alone
at once: 1
