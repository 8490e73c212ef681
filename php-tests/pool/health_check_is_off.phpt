--TEST--
Without an interval or a hook nothing is checked; the timer keeps no script alive and ends no deadlock
--DESCRIPTION--
Rules: PO-28, CM-15, CM-16, CM-17
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use Async\Pool; use function Async\{spawn, suspend, delay, await};', [
    'no interval' => '$p = new Pool(fn() => 1, healthcheck: fn($r) => print("checked\n"), min: 1); delay(10);',
    'no hook' => '$p = new Pool(fn() => 1, min: 1, healthcheckInterval: 1); delay(10); echo count($p), "\n";',
    'at the end of the script' => '$p = new Pool(fn() => 1, healthcheck: fn($r) => true, min: 1, healthcheckInterval: 3_600_000); '
        . 'suspend(); echo "end\n";',
    'without scheduler' =>
        '$p = new Pool(fn() => 1, healthcheck: fn($r) => true, min: 1, healthcheckInterval: 1); usleep(3000); echo "end\n";',
    'deadlock' => '
        $p = new Pool(fn() => 1, healthcheck: fn($r) => true, max: 1, healthcheckInterval: 3_600_000);
        $r = $p->acquire();
        try { $p->acquire(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }',
]);
--EXPECTF--
-- no interval

[status 0]
-- no hook
1
[status 0]
-- at the end of the script
end
[status 0]
-- without scheduler
end
[status 0]
-- deadlock

=== DEADLOCK REPORT START ===
Coroutines waiting: 1, active_events: 0

Coroutine %d spawned at :0, suspended at child.php:%d (main)
  waiting for:
    - Pool(idle=0, active=1, reserved=0, max=1)

=== DEADLOCK REPORT END   ===

Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
