--TEST--
SD-40: current_coroutine() is the executing one: task, nested task and main
--DESCRIPTION--
Rules: SD-40
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, current_coroutine};

$c = spawn(function () use (&$c) {
    var_dump(current_coroutine() === $c);
    $d = spawn(function () use (&$d) { var_dump(current_coroutine() === $d); });
    suspend();
    var_dump(current_coroutine() === $c, current_coroutine() === $d);
});
suspend();
var_dump(current_coroutine() === $c);
$main = current_coroutine();
suspend(); suspend();
var_dump(current_coroutine() === $main);
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
