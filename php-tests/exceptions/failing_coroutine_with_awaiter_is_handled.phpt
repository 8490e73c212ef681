--TEST--
EH-1: an exception received by one waiter never surfaces, other coroutines are not cancelled
--DESCRIPTION--
Rules: EH-1, EH-9
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$other = spawn(function () { delay(5); return 'other unaffected'; });
try { await(spawn(function () { suspend(); throw new Exception('handled'); })); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo await($other), "\n";
--EXPECT--
handled
other unaffected
