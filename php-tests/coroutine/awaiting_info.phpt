--TEST--
CO-23: getAwaitingInfo() is an array in every state
--DESCRIPTION--
Rules: CO-23
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, current_coroutine};

$other = spawn(function () { delay(5); });
$c = spawn(function () use ($other) { var_dump(is_array(current_coroutine()->getAwaitingInfo())); await($other); });
var_dump(is_array($c->getAwaitingInfo()));
suspend();
var_dump(is_array($c->getAwaitingInfo()));
await($c);
var_dump(is_array($c->getAwaitingInfo()));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
