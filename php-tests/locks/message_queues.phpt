--TEST--
msg_receive() and msg_send() wait alone; an operation of another coroutine or process wakes them; cancelled ones take nothing
--DESCRIPTION--
Rules: io FL-1, io FL-3, io FL-5
Order: independent
--EXTENSIONS--
sysvmsg
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{spawn, await, await_all_or_fail, delay, suspend};

watchdog();
// Key 0 is always a new one.
$queue = msg_get_queue(0);
$receive = fn(int $type) => spawn(function () use ($queue, $type) {
    msg_receive($queue, $type, $got, 4096, $message);
    return "$got: $message";
});

echo "-- between coroutines\n";
$receivers = [$receive(2), $receive(1)];
delay(5);
msg_send($queue, 1, 'one');
msg_send($queue, 2, 'two');
echo implode(', ', await_all_or_fail($receivers)), "\n";

echo "-- a full queue\n";
$count = 0;
$sender = spawn(function () use ($queue, &$count) {
    for ($i = 0; $i < 200; $i++) { msg_send($queue, 3, str_repeat('x', 1000), false); $count++; }
});
delay(5);
echo $count < 200 ? "full\n" : "not full\n";
$receiver = spawn(function () use ($queue) {
    for ($i = 0; $i < 200; $i++) msg_receive($queue, 3, $type, 4096, $message, false);
    return strlen($message);
});
await($sender);
echo await($receiver), ' ', msg_stat_queue($queue)['msg_qnum'], "\n";

echo "-- cancelled\n";
$receiver = spawn(function () use ($queue) {
    try {
        msg_receive($queue, 0, $type, 4096, $message);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
});
delay(5);
$receiver->cancel();
await($receiver);
msg_send($queue, 1, 'still there');
var_dump(msg_receive($queue, 0, $type, 4096, $message), $message);

echo "-- another process; that nothing else can happen here is no deadlock\n";
if (!($pid = watched_fork())) {
    usleep(60000);
    msg_send($queue, 7, 'from the child');
    posix_kill(getmypid(), SIGKILL);
}
echo await($receive(0)), "\n";
pcntl_waitpid($pid, $status);
msg_remove_queue($queue);
--EXPECT--
-- between coroutines
2: two, 1: one
-- a full queue
full
1000 0
-- cancelled
cancelled
bool(true)
string(11) "still there"
-- another process; that nothing else can happen here is no deadlock
7: from the child
