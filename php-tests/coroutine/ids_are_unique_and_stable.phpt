--TEST--
CO-1: getId() is positive, unique among live coroutines and stable
--DESCRIPTION--
Rules: CO-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};

$cs = [];
for ($i = 0; $i < 100; $i++) $cs[] = spawn(fn() => suspend());
$ids = array_map(fn($c) => $c->getId(), $cs);
var_dump(count(array_unique($ids)), min($ids) > 0);
foreach ($cs as $c) await($c);
var_dump($ids === array_map(fn($c) => $c->getId(), $cs));
var_dump(in_array(current_coroutine()->getId(), $ids, true));
--EXPECT--
int(100)
bool(true)
bool(true)
bool(false)
