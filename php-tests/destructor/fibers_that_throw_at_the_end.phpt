--TEST--
GC-23: at the end every parked Fiber is unwound, also after one that throws; each exception is reported, as in stock PHP
--DESCRIPTION--
Rules: GC-23, FI-9
Order: independent
--FILE--
<?php
Async\suspend();
class Last { function __destruct() { echo "last\n"; } }
$last = new Last;
$first = new Fiber(function () { try { Fiber::suspend(); } finally { echo "first\n"; throw new Exception('of the first'); } });
$first->start();
$second = new Fiber(function () { try { Fiber::suspend(); } finally { Async\delay(1); throw new Exception('of the second'); } });
$second->start();
echo "end\n";
--EXPECTF--
end
first

Fatal error: Uncaught Exception: of the first in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
last

Fatal error: Uncaught Exception: of the second in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
