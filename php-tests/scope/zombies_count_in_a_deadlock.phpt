--TEST--
SC-22, DD-3: zombies count in the deadlock and are cancelled by it
--DESCRIPTION--
Rules: SC-22, DD-3, DD-5, OD-13
Order: dependent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{suspend, await};
use Async\Scope;

$s = Scope::inherit();
$c1 = $s->spawn(function () use (&$c2) {
    echo "c1 runs\n"; suspend();
    try { await($c2); } catch (Throwable $e) { echo 'caught ', $e->getMessage(), "\n"; }
    echo "c1 finishes\n";
});
$c2 = $s->spawn(function () use (&$c1) {
    echo "c2 runs\n"; suspend();
    try { await($c1); } catch (Throwable $e) { echo 'caught ', $e->getMessage(), "\n"; }
    echo "c2 finishes\n";
});
suspend();
$s->disposeSafely();
echo "end of main\n";
--EXPECT--
c1 runs
c2 runs
end of main
caught Deadlock detected
c1 finishes
caught Deadlock detected
c2 finishes

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
