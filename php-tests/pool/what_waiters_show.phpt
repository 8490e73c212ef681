--TEST--
Waiters describe the pool: in getAwaitingInfo() and in the deadlock report
--DESCRIPTION--
Rules: CM-15, CM-16
Order: dependent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, current_coroutine};

$pool = new Pool(fn() => 1, min: 2, max: 3);
$lent = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
$waiters = [];
for ($i = 0; $i < 2; $i++) $waiters[] = spawn(function () use ($pool) { $pool->acquire(); });
$limited = spawn(function () use ($pool) { try { $pool->acquire(3_600_000); } finally { echo "limited\n"; } });
suspend();
$pool->release(1);
foreach ([...$waiters, $limited] as $w) echo json_encode($w->getAwaitingInfo()), "\n";
$limited->cancel();
suspend();
// The first waiter has its resource and has ended with it.
$pool->acquire();
--EXPECTF--
["Pool(idle=1, active=2, reserved=1, max=3)"]
["Pool(idle=1, active=2, reserved=1, max=3)"]
["Pool(idle=1, active=2, reserved=1, max=3)"]
limited

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at :0, suspended at %swhat_waiters_show.php:%d (main)
  waiting for:
    - Pool(idle=0, active=3, reserved=0, max=3)

Coroutine %d spawned at %swhat_waiters_show.php:8, suspended at %swhat_waiters_show.php:8 (%s)
  waiting for:
    - Pool(idle=0, active=3, reserved=0, max=3)

=== DEADLOCK REPORT END   ===


Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
