--TEST--
FL-1, FL-2: sem_acquire() waits alone for coroutines and processes, in turn; a cancelled one does not hold the semaphore
--DESCRIPTION--
Rules: io FL-1, io FL-2, io FL-3
Order: independent
--EXTENSIONS--
sysvsem
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{spawn, await, await_all_or_fail, delay, suspend};

watchdog();
// Key 0 is always a new one.
$semaphore = sem_get(0);

echo "-- coroutines\n";
$order = [];
$worker = function (string $name) use ($semaphore, &$order) {
    for ($i = 0; $i < 4; $i++) {
        sem_acquire($semaphore);
        $order[] = $name;
        for ($j = 0; $j < 20; $j++) suspend();
        sem_release($semaphore);
    }
};
await_all_or_fail([spawn($worker, 'A'), spawn($worker, 'B')]);
$other = $order[0] === 'A' ? 'B' : 'A';
echo implode($order) === str_repeat($order[0] . $other, 4) ? 'in turn' : implode($order), "\n";

echo "-- another process\n";
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
if (!($pid = watched_fork())) {
    sem_acquire($semaphore);
    fwrite($theirs, "has\n");
    fgets($theirs);
    sem_release($semaphore);
    posix_kill(getmypid(), SIGKILL);
}
fgets($ours);
$has = 0;
$waiters = array_map(spawn(...), array_fill(0, 6, function () use ($semaphore, &$has) {
    sem_acquire($semaphore);
    $has++;
    suspend();
    return sem_release($semaphore);
}));
$cancelled = spawn(function () use ($semaphore) {
    try {
        sem_acquire($semaphore);
        echo "got it\n";
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
});
delay(40);
echo "$has have it\n";
$cancelled->cancel();
await($cancelled);
fwrite($ours, "go\n");
await_all_or_fail($waiters);
pcntl_waitpid($pid, $status);
echo "$has had it\n";

echo "-- cancelled together with the semaphore\n";
sem_acquire($semaphore);
$asks = false;
$cancelled = spawn(function () use ($semaphore, &$asks) {
    $asks = true;
    try {
        sem_acquire($semaphore);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
});
while (!$asks) suspend();
sem_release($semaphore);
$cancelled->cancel();
await($cancelled);
var_dump(sem_acquire($semaphore, true), sem_acquire($semaphore, true), sem_release($semaphore));

echo "-- removed while somebody waits\n";
sem_acquire($semaphore);
$waiter = spawn(fn() => @sem_acquire($semaphore));
delay(5);
sem_remove($semaphore);
var_dump(await($waiter));
--EXPECT--
-- coroutines
in turn
-- another process
0 have it
cancelled
6 had it
-- cancelled together with the semaphore
cancelled
bool(true)
bool(false)
bool(true)
-- removed while somebody waits
bool(false)
