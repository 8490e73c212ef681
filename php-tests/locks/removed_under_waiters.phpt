--TEST--
A semaphore or message queue that is removed while coroutines wait gives them EIDRM, one that was removed before gives EINVAL, as stock
--DESCRIPTION--
Rules: io FL-5
Order: independent
--EXTENSIONS--
sysvmsg
sysvsem
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{spawn, await_all_or_fail, delay};

watchdog();
set_error_handler(function (int $level, string $message) { echo preg_replace('/0x\w+/', 'KEY', $message), "\n"; return true; });
$name = fn(int $errno) => [22 => 'EINVAL', 43 => 'EIDRM'][$errno] ?? $errno;
$receive = fn($queue) => spawn(function () use ($queue, $name) {
    return json_encode(msg_receive($queue, 1, $type, 100, $message, true, 0, $errno)) . ', ' . $name($errno);
});
$send = fn($queue) => spawn(function () use ($queue, $name) {
    while (msg_send($queue, 2, str_repeat('x', 1000), false, true, $errno));
    return $name($errno);
});
$acquire = fn($semaphore) => spawn(fn() => sem_acquire($semaphore));

$queue = msg_get_queue(0);
$semaphore = sem_get(random_int(1, 0x7fffffff));
sem_acquire($semaphore);

echo "-- while they wait\n";
$messages = [$receive($queue), $send($queue)];
delay(60);
msg_remove_queue($queue);
echo implode('; ', await_all_or_fail($messages)), "\n";
$semaphores = [$acquire($semaphore), $acquire($semaphore)];
delay(60);
sem_remove($semaphore);
echo json_encode(await_all_or_fail($semaphores)), "\n";

echo "-- before\n";
echo implode('; ', await_all_or_fail([$receive($queue)])), "\n";
echo json_encode(await_all_or_fail([$acquire($semaphore)])), "\n";
--EXPECT--
-- while they wait
msg_send(): msgsnd failed: Identifier removed
false, EIDRM; EIDRM
sem_acquire(): Failed to acquire key KEY: Identifier removed
sem_acquire(): Failed to acquire key KEY: Identifier removed
[false,false]
-- before
false, EINVAL
sem_acquire(): Failed to acquire key KEY: Invalid argument
[false]
