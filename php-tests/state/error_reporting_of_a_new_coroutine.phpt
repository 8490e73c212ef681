--TEST--
ES-1: a coroutine starts with the ini value of error_reporting, also when spawned under @
--DESCRIPTION--
Rules: ES-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c = @spawn(fn() => error_reporting());
function spawner() { return spawn(function () { suspend(); return error_reporting(); }); }
$d = @spawner();
var_dump(await($c) === E_ALL, await($d) === E_ALL);
var_dump(@await(spawn(fn() => error_reporting())) === E_ALL);
var_dump(error_reporting() === E_ALL);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
