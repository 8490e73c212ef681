--TEST--
CO-21: file and line of the last suspension; [null, 0] and unknown before it
--DESCRIPTION--
Rules: CO-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$lines = [];
$c = spawn(function () use (&$lines) {
    $lines[] = __LINE__; suspend();
    $lines[] = __LINE__; delay(1);
});
var_dump($c->getSuspendFileAndLine() === [null, 0], $c->getSuspendLocation());
suspend();
var_dump($c->getSuspendFileAndLine() === [__FILE__, $lines[0]], $c->getSuspendLocation() === __FILE__ . ":$lines[0]");
suspend();
var_dump($c->getSuspendFileAndLine() === [__FILE__, $lines[1]]);
await($c);
--EXPECT--
bool(true)
string(7) "unknown"
bool(true)
bool(true)
bool(true)
