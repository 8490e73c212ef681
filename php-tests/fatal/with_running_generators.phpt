--TEST--
SH-32: a fatal error while coroutines are suspended inside generators, fibers and internal callbacks does not crash
--DESCRIPTION--
Rules: SH-32, SH-31, FI-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$r = child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
function g() { try { yield 1; delay(1000); yield 2; } finally { echo "must not run\n"; } }
$shared = g();
spawn(function () use ($shared) { foreach ($shared as $v); });
spawn(function () { foreach ((function () { yield from g(); })() as $v); });
spawn(function () { $f = new Fiber(function () { foreach (g() as $v) { suspend(); } }); $f->start(); });
spawn(function () { iterator_to_array((function () { foreach (g() as $v) { yield $v; } })(), false); });
spawn(function () { ob_start(); echo "discarded or flushed"; usort($GLOBALS['list'], function () { delay(1000); return 0; }); });
$list = [2, 1];
delay(2);
ini_set('memory_limit', '8M');
$s = str_repeat('x', 1 << 30);
PHP);
var_dump(substr_count($r['out'], 'Fatal error: Allowed memory size'), str_contains($r['out'], 'must not run'), $r['status']);
--EXPECT--
int(1)
bool(false)
int(255)
