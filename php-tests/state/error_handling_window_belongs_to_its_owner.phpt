--TEST--
ES-2: the "warnings become exceptions" window of a constructor is not seen by other coroutines
--DESCRIPTION--
Rules: ES-2, EG-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class Slow {
    public $context; private $n = 0;
    function stream_open($path, $mode, $options, &$opened) { suspend(); suspend(); return str_contains($path, 'good'); }
    function stream_stat() { return []; }
    function url_stat($p, $f) { return []; }
    function stream_read($c) { return ''; }
    function stream_eof() { return true; }
    function stream_close() {}
    function stream_seek($o, $w) { return false; } function stream_set_option($o, $a, $b) { return false; }
}
stream_wrapper_register('slow', 'Slow');
$a = spawn(function () {
    try { new SplFileObject('slow://bad'); echo "opened\n"; } catch (RuntimeException $e) { echo get_class($e), "\n"; }
});
$b = spawn(function () {
    try { suspend(); echo hex2bin('abc') === false ? "plain warning\n" : ''; } catch (Throwable $e) { echo "exception leaked\n"; }
});
await($a); await($b);
--EXPECTF--

Warning: hex2bin(): Hexadecimal input string must have an even length in %s on line %d
plain warning
RuntimeException
