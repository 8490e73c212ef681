--TEST--
PR-10, DD-3: the resolution of a deadlock interrupts protected coroutines at once
--DESCRIPTION--
Rules: PR-10, DD-3
Order: independent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, suspend, protect, await};
use Async\AsyncCancellation;

$c = spawn(function () use (&$c) {
    protect(function () use (&$c) { try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; } });
    echo "after\n";
});
suspend();
echo "end\n";
--EXPECTF--
end
Deadlock detected
after

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
