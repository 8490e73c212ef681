--TEST--
FL-5: what a child process has inherited it may give up: as long as there are child processes nothing of it is a deadlock
--DESCRIPTION--
Rules: io FL-5
--EXTENSIONS--
sysvsem
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await};

watchdog();
ini_set('async.debug_deadlock', 0);
$file = lock_file();
$handle = fopen($file, 'r+');
/** Runs it in a child process, in which nothing waits, a little later. */
function later(callable $do): int
{
    if ($pid = pcntl_fork()) {
        return $pid;
    }
    usleep(100_000);
    $do();
    posix_kill(getmypid(), SIGKILL);
}

echo "-- a lock\n";
flock($handle, LOCK_EX);
$pid = later(fn() => flock($handle, LOCK_UN));
var_dump(await(spawn(fn() => flock(fopen($file, 'r+'), LOCK_EX))));
pcntl_waitpid($pid, $status);

echo "-- a program that was started with it\n";
flock($handle, LOCK_EX);
$code = 'usleep(100000); flock(fopen("php://fd/3", "r+"), LOCK_UN);';
$process = proc_open([PHP_BINARY, '-n', '-r', $code], [3 => $handle], $pipes);
var_dump(await(spawn(fn() => flock(fopen($file, 'r+'), LOCK_EX))));
proc_close($process);

echo "-- a semaphore\n";
$semaphore = sem_get(random_int(1, 0x7fffffff));
register_shutdown_function(fn() => sem_remove($semaphore));
sem_acquire($semaphore);
// The end of the child takes back what it has given.
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$pid = later(fn() => sem_release($semaphore) && fgets($theirs));
var_dump(await(spawn(fn() => sem_acquire($semaphore))));
fwrite($ours, "taken\n");
pcntl_waitpid($pid, $status);

echo "-- the child ends without having done it\n";
flock($handle, LOCK_EX);
$pid = later(fn() => null);
$waits = spawn(fn() => flock(fopen($file, 'r+'), LOCK_EX));
try {
    pcntl_waitpid($pid, $status);
    echo "it has ended\n";
    await($waits);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
--EXPECTF--
-- a lock
bool(true)
-- a program that was started with it
bool(true)
-- a semaphore
bool(true)
-- the child ends without having done it
it has ended
Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in %a
