--TEST--
SH-31, GC-23: after an exception in a shutdown function parked Fibers are destroyed, suspended destructors do not go on
--DESCRIPTION--
Rules: SH-31, GC-23, FI-10
Order: dependent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\delay;

class AtEnd
{
    public function __construct(public Closure $do) {}
    public function __destruct() { ($this->do)(); }
}
register_shutdown_function(function () { throw new Exception('in a shutdown function'); });
$list[] = new AtEnd(function () { delay(1); echo "first goes on: the engine waits for it\n"; });
$list[] = new AtEnd(function () { delay(50); echo "never\n"; });
$fibers[] = $fiber = new Fiber(function () { try { Fiber::suspend(); } finally { ob_start(); echo "destroyed\n"; } });
$fiber->start();
--EXPECTF--
Fatal error: Uncaught Exception: in a shutdown function in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
first goes on: the engine waits for it
destroyed
