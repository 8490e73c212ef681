--TEST--
CX-10: a call that the loop has found ready before its coroutine is cancelled completes; the cancellation hits at the next wait
--DESCRIPTION--
Rules: io CX-10, core CN-6
Order: dependent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/ready_race.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();

function socket_pair(): array
{
    socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
    return $pair;
}

/** Others do not run meanwhile. */
function pass(int $ms): void
{
    for ($end = hrtime(true) + $ms * 1_000_000; hrtime(true) < $end;);
}

$lines = fn(array $ends) => array_map(fn($end) => fwrite($end, "line\n"), $ends);
$send = fn(array $ends) => array_map(fn($end) => socket_write($end, 'data'), $ends);
$none = fn() => [null, null];
ready_race('fread', fn($end) => fread($end, 4));
ready_race('fgets', fgets(...), provide: $lines);
ready_race('stream_select', function ($end) {
    $read = [$end];
    $nothing = [];
    return stream_select($read, $nothing, $nothing, 5);
});
ready_race('socket_recv', fn($end) => [socket_recv($end, $bytes, 4, 0), $bytes], pair: socket_pair(...), provide: $send);
ready_race('socket_read', fn($end) => socket_read($end, 4), pair: socket_pair(...), provide: $send);
ready_race('a FIFO', fn($end) => fread($end, 4), pair: function () {
    posix_mkfifo($fifo = temporary_path('fifo'), 0600);
    $both = fopen($fifo, 'r+');
    return [fopen($fifo, 'r'), $both];
});
// What other threads do.
ready_race('gethostbyname', fn() => gethostbyname('localhost'), pair: $none, provide: fn() => pass(100));
ready_race('fsync', function () {
    fwrite($file = tmpfile(), 'x');
    return fsync($file);
}, pair: $none, provide: fn() => pass(100));

// A time limit that has passed is not what was waited for.
ready_race('usleep', fn() => usleep(20_000), pair: $none, provide: fn() => pass(40));
ready_race('stream_select in vain', function ($end) {
    $read = [$end];
    $nothing = [];
    return stream_select($read, $nothing, $nothing, 0, 20_000);
}, provide: fn() => pass(40));
// Nor is it a message for the one of two that was woken for it: the next receiver gets it.
$queue = msg_get_queue($key = random_int(1, PHP_INT_MAX) & 0x7fffffff, 0600);
ready_race('msg_receive', fn() => [msg_receive($queue, 0, $type, 100, $message), $message], pair: $none,
    provide: fn() => [msg_send($queue, 1, 'one'), msg_send($queue, 1, 'two')]);
echo msg_stat_queue($queue)['msg_qnum'], " left\n";
msg_remove_queue($queue);

// Data that others have taken meanwhile are waited for again.
$taken = null;
ready_race('taken by others', fn($end) => fread($end, 4), cancel: function ($coroutine) use (&$taken) {
    stream_set_blocking($taken, false);
    echo fread($taken, 4), ' taken, ';
    stream_set_blocking($taken, true);
    $coroutine->cancel(new Async\AsyncCancellation('stop'));
}, pair: function () use (&$taken) {
    return [$taken] = stream_pair();
});

// Nor is a close by another coroutine.
[$a, $b] = stream_pair();
$c = spawn(function () use ($a) {
    try {
        fread($a, 4);
        return 'returned';
    } catch (Async\AsyncCancellation) {
        return 'cancelled in the call';
    }
});
suspend();
suspend();
spawn(fn() => fclose($a));
spawn(fn() => $c->cancel());
while (!$c->isCompleted()) {
    suspend();
}
echo 'closed: ', $c->getResult(), "\n";

// Cancelled before the loop could see anything: the data stay.
[$a, $b] = stream_pair();
$c = spawn(function () use ($a) {
    try {
        return fread($a, 4);
    } catch (Async\AsyncCancellation) {
        return 'cancelled in the call, then ' . fread($a, 4);
    }
});
suspend();
suspend();
fwrite($b, 'data');
$c->cancel();
echo 'cancelled first: ', await($c), "\n";
?>
--EXPECT--
fread: "data", cancelled, then stop
fgets: "line\n", cancelled, then stop
stream_select: 1, cancelled, then stop
socket_recv: [4,"data"], cancelled, then stop
socket_read: "data", cancelled, then stop
a FIFO: "data", cancelled, then stop
gethostbyname: "127.0.0.1", cancelled, then stop
fsync: true, cancelled, then stop
usleep: cancelled in the call
stream_select in vain: cancelled in the call
msg_receive: cancelled in the call
1 left
data taken, taken by others: cancelled in the call
closed: cancelled in the call
cancelled first: cancelled in the call, then data
