--TEST--
FL-5: a cycle of coroutines over semaphores is a deadlock; a semaphore whose units another process may have is none
--DESCRIPTION--
Rules: io FL-5, DD-1
Order: independent
--EXTENSIONS--
sysvsem
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{spawn, await, delay, suspend};

watchdog();
ini_set('async.debug_deadlock', 0);
$wide = sem_get(random_int(1, 0x7fffffff), 2);
$one = sem_get(random_int(1, 0x7fffffff));

echo "-- units of another process\n";
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
if (!($pid = watched_fork())) {
    sem_acquire($wide);
    fwrite($theirs, "has\n");
    usleep(100000);
    sem_release($wide);
    posix_kill(getmypid(), SIGKILL);
}
fgets($ours);
sem_acquire($wide);
var_dump(await(spawn(fn() => sem_acquire($wide))));
pcntl_waitpid($pid, $status);

echo "-- all units are here\n";
$fails = function ($semaphore) {
    try {
        await(spawn(fn() => sem_acquire($semaphore)));
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
};
$waits = spawn(function () use ($wide) { $text = ''; try { sem_acquire($wide); } finally { echo "over\n"; } });
delay(5);
echo preg_replace('/\d+/', 'N', $waits->getAwaitingInfo()[0]), "\n";
sem_release($wide);
await($waits);
register_shutdown_function(function () use ($wide, $one) { sem_remove($wide); sem_remove($one); });
sem_acquire($one);
$fails($one);
--EXPECTF--
-- units of another process
bool(true)
-- all units are here
Semaphore(N)
over
Deadlock detected

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in %a
