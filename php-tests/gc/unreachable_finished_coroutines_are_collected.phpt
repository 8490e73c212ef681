--TEST--
GC-3: finished coroutines in cycles are collected, a hundred of them
--DESCRIPTION--
Rules: GC-3, GC-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

class P { static $alive = 0; public $c; function __construct() { self::$alive++; } function __destruct() { self::$alive--; } }
for ($i = 0; $i < 100; $i++) {
    $p = new P;
    $p->c = spawn(function () use ($p) { suspend(); return $p; });
    await($p->c);
    unset($p);
}
gc_collect_cycles(); delay(1); gc_collect_cycles(); delay(1);
var_dump(P::$alive);
--EXPECT--
int(0)
