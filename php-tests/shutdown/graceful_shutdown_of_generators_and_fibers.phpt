--TEST--
SH-21: graceful shutdown unwinds coroutines suspended in generators, fibers and callbacks; finally blocks run once
--DESCRIPTION--
Rules: SH-21, FI-14, FI-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$r = child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
function g($n) { try { yield 1; delay(1000); yield 2; } finally { echo "finally $n\n"; } }
$shared = g('shared');
spawn(function () use ($shared) { foreach ($shared as $v); });
spawn(function () { foreach ((function () { yield from g('nested'); })() as $v); });
spawn(function () { $f = new Fiber(function () { foreach (g('fiber') as $v); }); $f->start(); });
spawn(function () { usort($GLOBALS['list'], function () { try { delay(1000); } finally { echo "finally usort\n"; } return 0; }); });
$list = [2, 1];
delay(2);
spawn(fn() => throw new Exception('end'));
delay(1000);
PHP);
$lines = explode("\n", $r['out']);
$finally = array_filter($lines, fn($l) => str_starts_with($l, 'finally')); sort($finally);
echo implode("\n", $finally), "\n", substr_count($r['out'], 'Uncaught Exception: end'), ' ', $r['status'], "\n";
--EXPECT--
finally fiber
finally nested
finally shared
finally usort
1 255
