--TEST--
FL-5: coroutines that wait for each other's locks are a deadlock, and the report names the files; also with a lock from before
--DESCRIPTION--
Rules: io FL-5, DD-1, DD-4
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
    use function Async\{spawn, await, suspend, delay};
    $one = tempnam(sys_get_temp_dir(), 'one-'); $two = tempnam(sys_get_temp_dir(), 'two-');
    register_shutdown_function(fn() => array_map(unlink(...), [$one, $two]));
    function lock($file) { $handle = fopen($file, 'r+'); flock($handle, LOCK_EX); return $handle; }
    PHP;
$scripts = [
    'two coroutines' => <<<'PHP'
        $a = spawn(function () use ($one, $two) { $h = lock($one); suspend(); lock($two); });
        $b = spawn(function () use ($one, $two) { $h = lock($two); suspend(); lock($one); });
        PHP,
    'main has it and awaits who wants it, another timer runs out first' => <<<'PHP'
        $h = lock($one);
        spawn(fn() => delay(30));
        try { await(spawn(fn() => lock($one))); } catch (Throwable $e) { echo get_class($e), "\n"; }
        PHP,
    'told to the coroutines' => <<<'PHP'
        $h = lock($one);
        ini_set('async.debug_deadlock', 0);
        $c = spawn(function () use ($one) {
            try { lock($one); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; throw $e; }
        });
        spawn(function () use ($c) { suspend(); echo str_contains($c->getAwaitingInfo()[0], 'Lock(/') ? "waits\n" : "?\n"; });
        try { await($c); } catch (Throwable $e) { echo get_class($e), "\n"; }
        PHP,
];
run_children($head, $scripts);
--EXPECTF--
-- two coroutines

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at child.php:%d, suspended at child.php:%d (%s)
  waiting for:
    - Lock(%stwo-%s)

Coroutine %d spawned at child.php:%d, suspended at child.php:%d (%s)
  waiting for:
    - Lock(%sone-%s)

=== DEADLOCK REPORT END   ===


Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
-- main has it and awaits who wants it, another timer runs out first

=== DEADLOCK REPORT START ===
Coroutines waiting: 2, active_events: 0

Coroutine %d spawned at :0, suspended at child.php:%d (main)
  waiting for:
    - Coroutine %d spawned at child.php:%d, suspended at child.php:%d (%s)

Coroutine %d spawned at child.php:%d, suspended at child.php:%d (%s)
  waiting for:
    - Lock(%sone-%s)

=== DEADLOCK REPORT END   ===

Async\AsyncCancellation

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
-- told to the coroutines
waits
Async\AsyncCancellation
Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
