--TEST--
DD-3: every coroutine of a deadlock is cancelled in creation order with its own object
--DESCRIPTION--
Rules: DD-3
Order: dependent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

$seen = [];
$cs = [];
for ($i = 0; $i < 3; $i++) {
    $cs[$i] = spawn(function () use ($i, &$cs, &$seen) {
        suspend();
        try { await($cs[($i + 1) % 3]); } catch (AsyncCancellation $e) { echo $i, "\n"; $seen[] = $e; }
    });
}
register_shutdown_function(function () use (&$seen) { var_dump(count(array_unique(array_map('spl_object_id', $seen)))); });
--EXPECT--
0
1
2

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 3 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
int(3)
