--TEST--
DD-3: main that waits for a deadlocked coroutine counts in N and gets its own cancellation
--DESCRIPTION--
Rules: DD-3, DD-7, DD-6
Order: dependent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};
use Async\AsyncCancellation;

register_shutdown_function(fn() => print "shutdown\n");
suspend();
$main = current_coroutine();
$d = spawn(function () use ($main) { await($main); echo "never\n"; });
try { await($d); } catch (AsyncCancellation $e) { echo 'main: ', $e->getMessage(), "\n"; }
try { await($d); } catch (AsyncCancellation $e) { echo 'its own: ', $e->getMessage(), "\n"; }
echo "rest of main\n";
--EXPECT--
main: Deadlock detected
its own: Deadlock detected
rest of main

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
shutdown
