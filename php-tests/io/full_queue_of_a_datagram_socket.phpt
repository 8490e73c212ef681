--TEST--
HK-5: sending to a datagram socket whose queue is full does not spin where poll(2) says that there is room
--DESCRIPTION--
Rules: io HK-5, io SK-1, io SK-3
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';
use function Async\{spawn, await, delay};

watchdog();
$path = temporary_path('datagrams');
$receiver = socket_create(AF_UNIX, SOCK_DGRAM, 0);
socket_bind($receiver, $path);
function sender(): Socket { return socket_create(AF_UNIX, SOCK_DGRAM, 0); }
function fill(string $path): int {
    socket_set_nonblock($filler = sender());
    for ($n = 0; @socket_sendto($filler, 'x', 1, 0, $path) !== false; $n++);
    return $n;
}
function cpu_ms(): float {
    $use = getrusage();
    return ($use['ru_utime.tv_sec'] + $use['ru_stime.tv_sec']) * 1e3 + ($use['ru_utime.tv_usec'] + $use['ru_stime.tv_usec']) / 1e3;
}
$to = fn(string $data) => spawn(fn() => socket_sendto(sender(), $data, strlen($data), 0, $path));
$message = fn(string $data) => spawn(fn() => socket_sendmsg(sender(), ['name' => ['path' => $path], 'iov' => [$data]], 0));

echo "-- until there is room\n";
$n = fill($path);
$ticks = 0;
$ticker = spawn(function () use (&$ticks) { for (;;) { delay(20); $ticks++; } });
$senders = [$to('first'), $message('second'), $to('third')];
[$cpu, $time] = [cpu_ms(), hrtime(true)];
delay(300);
$waited = array_filter($senders, fn($sender) => !$sender->isCompleted());
[$cpu, $time] = [cpu_ms() - $cpu, (hrtime(true) - $time) / 1e6];
printf("%d wait, %s, %s\n", count($waited), $cpu < $time / 2 ? 'no spinning' : "$cpu ms of $time", $ticks > 3 ? 'others run' : 'stuck');
$ticker->cancel();
$got = [];
for ($i = 0; $i < $n + 3; $i++) {
    socket_recv($receiver, $data, 10, 0);
    $got[$data] = true;
}
unset($got['x']);
ksort($got);
echo json_encode(array_map(await(...), $senders)), ' ', implode(' ', array_keys($got)), "\n";

echo "-- time limit\n";
fill($path);
echo json_encode(await(spawn(function () use ($path) {
    $sender = sender();
    socket_set_option($sender, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 60_000]);
    $start = hrtime(true);
    $result = [@socket_sendto($sender, 'y', 1, 0, $path), socket_last_error($sender) === SOCKET_EAGAIN];
    return [...$result, hrtime(true) - $start >= 60e6];
}))), "\n";

echo "-- cancelled\n";
$cancelled = spawn(function () use ($path) {
    try {
        socket_sendto(sender(), 'y', 1, 0, $path);
    } catch (Async\AsyncCancellation) {
        return 'cancelled';
    }
});
delay(30);
$cancelled->cancel();
try { echo await($cancelled), "\n"; } catch (Async\AsyncCancellation) { echo "cancelled before\n"; }

echo "-- closed\n";
$sender = sender();
$closed = spawn(fn() => [@socket_sendto($sender, 'y', 1, 0, $path), socket_strerror(socket_last_error())]);
delay(30);
socket_close($sender);
echo json_encode(await($closed)), "\n";

echo "-- the receiver is gone\n";
$refused = spawn(fn() => [@socket_sendto($sender = sender(), 'y', 1, 0, $path), socket_last_error($sender) === SOCKET_ECONNREFUSED]);
delay(30);
socket_close($receiver);
echo json_encode(await($refused)), "\n";
?>
--EXPECT--
-- until there is room
3 wait, no spinning, others run
[5,6,5] first second third
-- time limit
[false,true,true]
-- cancelled
cancelled
-- closed
[false,"Bad file descriptor"]
-- the receiver is gone
[false,true]
