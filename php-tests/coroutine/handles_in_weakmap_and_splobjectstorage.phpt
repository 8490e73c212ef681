--TEST--
CO-1: coroutine handles work as keys of WeakMap and SplObjectStorage and in WeakReference
--DESCRIPTION--
Rules: CO-1, SD-32
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, get_coroutines};

$map = new WeakMap; $set = new SplObjectStorage;
$c = spawn(function () { suspend(); return 'v'; });
$map[$c] = 'data'; $set[$c] = 1; $ref = WeakReference::create($c);
suspend();
var_dump($ref->get() === $c, $map[get_coroutines()[1]], isset($set[get_coroutines()[1]]));
await($c);
$set = null;
unset($c);
var_dump($ref->get(), count($map));
--EXPECT--
bool(true)
string(4) "data"
bool(true)
NULL
int(0)
