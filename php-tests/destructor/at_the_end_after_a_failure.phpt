--TEST--
GC-23, SH-6: after an exception in a shutdown function destructors run to their end, and parked Fibers are destroyed
--DESCRIPTION--
Rules: GC-23, SH-6, FI-10
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
$list[] = new AtEnd(function () { delay(1); echo "first goes on\n"; });
$list[] = new AtEnd(function () { delay(50); echo "second goes on\n"; });
$fibers[] = $fiber = new Fiber(function () { try { Fiber::suspend(); } finally { ob_start(); echo "destroyed\n"; } });
$fiber->start();
--EXPECTF--
Fatal error: Uncaught Exception: in a shutdown function in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
first goes on
second goes on
destroyed
