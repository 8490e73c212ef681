--TEST--
A fatal error or exit() while coroutines wait for locks: nothing of theirs is touched afterwards
--DESCRIPTION--
Rules: io FL-1, io SF-7
Order: independent
--EXTENSIONS--
sysvsem
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
    use function Async\{spawn, await, suspend, delay};
    $file = tempnam(sys_get_temp_dir(), 'lock');
    $held = fopen($file, 'r+'); flock($held, LOCK_EX);
    register_shutdown_function(function () use ($file, &$held) {
        // All waiters are gone: unlocking and closing find none.
        flock($held, LOCK_UN); fclose($held);
        $again = fopen($file, 'r+');
        var_dump(flock($again, LOCK_EX));
        unlink($file);
    });
    for ($i = 0; $i < 3; $i++) spawn(function () use ($file) {
        try { flock(fopen($file, 'r+'), LOCK_EX); echo "got it\n"; } catch (Async\AsyncCancellation) { echo "cancelled\n"; }
    });
    delay(3);
    PHP;
run_children($head, [
    'in a coroutine' => 'await(spawn(function () { suspend(); str_repeat("x", PHP_INT_MAX - 100); }));',
    'in main while it waits for the lock' =>
        'spawn(function () { delay(5); @trigger_error("fatal", E_USER_ERROR); }); flock(fopen($file, "r+"), LOCK_EX);',
    'exit, and nobody unlocks' => 'ini_set("async.debug_deadlock", 0); exit("bye\n");',
    'exit, and they have the lock already' => 'flock($held, LOCK_UN); exit("bye\n");',
]);
--EXPECTF--
-- in a coroutine

Fatal error: %s
bool(true)
[status 255]
-- in main while it waits for the lock

Fatal error: fatal in %s
bool(true)
[status 255]
-- exit, and nobody unlocks
bye
cancelled
cancelled
cancelled

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 3 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
bool(true)
[status 255]
-- exit, and they have the lock already
bye
got it
got it
got it
bool(true)
[status 0]
