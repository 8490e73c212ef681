--TEST--
DL-1: delay() checks its argument like any PHP function
--DESCRIPTION--
Rules: DL-1
Order: independent
--FILE--
<?php
use function Async\delay;

foreach (['x', [], new stdClass] as $bad) { try { delay($bad); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } }
try { delay(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
delay('1');
echo "ok\n";
--EXPECT--
Async\delay(): Argument #1 ($ms) must be of type int, string given
Async\delay(): Argument #1 ($ms) must be of type int, array given
Async\delay(): Argument #1 ($ms) must be of type int, stdClass given
Async\delay() expects exactly 1 argument, 0 given
ok
