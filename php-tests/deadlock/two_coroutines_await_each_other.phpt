--TEST--
DD-3: two coroutines awaiting each other are cancelled and the DeadlockError is reported, N = 2
--DESCRIPTION--
Rules: DD-1, DD-3, DD-5, AW-13
Order: dependent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, suspend, await};

$c1 = spawn(function () use (&$c2) {
    suspend(); echo "c1 runs\n";
    try { await($c2); } catch (Throwable $e) { echo 'caught ', $e->getMessage(), "\n"; }
    echo "c1 finishes\n";
});
$c2 = spawn(function () use (&$c1) {
    suspend(); echo "c2 runs\n";
    try { await($c1); } catch (Throwable $e) { echo 'caught ', $e->getMessage(), "\n"; }
    echo "c2 finishes\n";
});
echo "end of main\n";
--EXPECT--
end of main
c1 runs
c2 runs
caught Deadlock detected
c1 finishes
caught Deadlock detected
c2 finishes

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
