--TEST--
DD-5: coroutines may catch the deadlock cancellation and suspend again; both catch first, then both finish
--DESCRIPTION--
Rules: DD-5, DD-3, EX-6
Order: dependent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$c1 = spawn(function () use (&$c2) {
    suspend();
    try { await($c2); } catch (AsyncCancellation $e) { echo 'caught ', $e->getMessage(), "\n"; }
    suspend(); echo "c1 finishes\n";
});
$c2 = spawn(function () use (&$c1) {
    suspend();
    try { await($c1); } catch (AsyncCancellation $e) { echo 'caught ', $e->getMessage(), "\n"; }
    suspend(); echo "c2 finishes\n";
});
--EXPECT--
caught Deadlock detected
caught Deadlock detected
c1 finishes
c2 finishes

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
