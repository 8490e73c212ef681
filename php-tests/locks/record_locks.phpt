--TEST--
Locks of fcntl and lockf: those of a process wait for another process, those of an open file also for a coroutine
--DESCRIPTION--
Rules: io FL-1, io FL-4, io FL-5
Order: independent
--SKIPIF--
<?php if (!function_exists('async_test_record_lock')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, await_all_or_fail, delay, suspend};

watchdog();
ini_set('async.debug_deadlock', 0);
$file = lock_file();

foreach (['process', 'file', 'lockf'] as $kind) {
    echo "-- $kind, another process\n";
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (!($pid = watched_fork())) {
        $fd = async_test_open($file);
        async_test_record_lock($fd, $kind, true);
        fwrite($theirs, "has\n");
        fgets($theirs);
        posix_kill(getmypid(), SIGKILL);
    }
    fgets($ours);
    $has = 0;
    $waiters = array_map(spawn(...), array_fill(0, 2, function () use ($file, $kind, &$has) {
        $fd = async_test_open($file);
        $result = async_test_record_lock($fd, $kind, true);
        $has++;
        suspend();
        async_test_record_lock($fd, $kind, false);
        async_test_close($fd);
        return $result;
    }));
    delay(40);
    echo "$has have it\n";
    fwrite($ours, "go\n");
    pcntl_waitpid($pid, $status);
    echo implode(' ', await_all_or_fail($waiters)), "\n";
}

echo "-- a coroutine has that of an open file\n";
[$one, $two] = [async_test_open($file), async_test_open($file)];
async_test_record_lock($one, 'file', true);
$waiter = spawn(fn() => async_test_record_lock($two, 'file', true));
delay(5);
echo 'waits: ', var_export(!$waiter->isCompleted(), true), "\n";
async_test_record_lock($one, 'file', false);
echo await($waiter), "\n";
$cancelled = spawn(function () use ($one) {
    try {
        async_test_record_lock($one, 'file', true);
    } catch (Async\AsyncCancellation $e) {
        echo get_class($e), "\n";
    }
});
delay(5);
$cancelled->cancel();
await($cancelled);

echo "-- nobody will give it back\n";
try {
    await(spawn(fn() => async_test_record_lock($one, 'file', true)));
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
--EXPECTF--
-- process, another process
0 have it
0 0
-- file, another process
0 have it
0 0
-- lockf, another process
0 have it
0 0
-- a coroutine has that of an open file
waits: true
0
Async\AsyncCancellation
-- nobody will give it back
Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in %a
