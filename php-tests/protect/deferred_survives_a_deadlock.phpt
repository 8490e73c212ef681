--TEST--
PR-6, PR-10, DD-3: what was put off is thrown from protect() although the resolution of a deadlock broke the protection
--DESCRIPTION--
Rules: PR-6, PR-8, PR-10, DD-3
Order: independent
--INI--
async.debug_deadlock=0
--FILE--
<?php
use function Async\{spawn, suspend, protect, await, current_coroutine};
use Async\AsyncCancellation;

$inside = false;
$c = spawn(function () use (&$inside) {
    try {
        protect(function () use (&$inside) {
            $inside = true;
            try { await(current_coroutine()); } catch (AsyncCancellation $e) { echo 'in ', $e->getMessage(), "\n"; }
        });
    } finally { echo "out\n"; }
    echo "never\n";
});
while (!$inside) suspend();
$c->cancel(new AsyncCancellation('deferred'));
echo "end\n";
$c->finally(function ($c) { echo get_class($c->getException()), ' ', $c->getException()->getMessage(), "\n"; });
--EXPECTF--
end
in Deadlock detected
out
Async\AsyncCancellation deferred

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
