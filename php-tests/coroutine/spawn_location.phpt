--TEST--
CO-20: file and line of the spawning call
--DESCRIPTION--
Rules: CO-20, SP-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};

$c = spawn(fn() => 1); $line = __LINE__;
var_dump($c->getSpawnFileAndLine() === [__FILE__, $line], $c->getSpawnLocation() === __FILE__ . ":$line");
function make() { return spawn(
    fn() => 1,
); }
$d = make();
var_dump($d->getSpawnFileAndLine()[0] === __FILE__, $d->getSpawnFileAndLine()[1] > $line);
$e = array_map('Async\spawn', [fn() => 1])[0];
var_dump(count($e->getSpawnFileAndLine()), is_string($e->getSpawnLocation()));
await($c);
var_dump($c->getSpawnFileAndLine() === [__FILE__, $line]);
suspend();
var_dump(current_coroutine()->getSpawnFileAndLine()[0] === null || is_string(current_coroutine()->getSpawnFileAndLine()[0]));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(2)
bool(true)
bool(true)
bool(true)
