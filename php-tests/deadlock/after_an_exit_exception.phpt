--TEST--
DD-3: a deadlock during a shutdown: the earlier exit exception becomes the previous of the DeadlockError
--DESCRIPTION--
Rules: DD-3, DD-5, SH-22, SH-23
Order: dependent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, current_coroutine};
use Async\AsyncCancellation;

spawn(function () {
    try { delay(60_000); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
    try { await(current_coroutine()); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
    suspend();
    echo "end\n";
});
suspend();
spawn(fn() => throw new Exception('first'));
--EXPECTF--
Graceful shutdown
Deadlock detected
end

Fatal error: Uncaught Exception: first in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}

Next Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
