--TEST--
HK-5: MSG_PEEK | MSG_WAITALL waits until as much is there as is asked for, on a connection of TCP, as in stock
--DESCRIPTION--
Rules: io HK-5, io SK-1, io SK-3
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{spawn, await, delay};

watchdog();
function take(Socket $socket, int $bytes): string { socket_recv($socket, $data, $bytes, MSG_WAITALL); return $data; }
$listener = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_bind($listener, '127.0.0.1');
socket_listen($listener);
function pair(): array {
    global $listener;
    socket_getsockname($listener, $address, $port);
    socket_connect($client = socket_create(AF_INET, SOCK_STREAM, SOL_TCP), $address, $port);
    socket_set_option($client, SOL_TCP, TCP_NODELAY, 1);
    return [$client, socket_accept($listener)];
}
$peek = fn(Socket $socket) => spawn(fn() => json_encode([socket_recv($socket, $data, 9, MSG_PEEK | MSG_WAITALL), $data]));
$peek_message = fn(Socket $socket) => spawn(function () use ($socket) {
    $message = ['buffer_size' => 9, 'controllen' => 100];
    return json_encode([socket_recvmsg($socket, $message, MSG_PEEK | MSG_WAITALL), $message['iov'][0]]);
});
$send = function (Socket $socket, string ...$parts) {
    foreach ($parts as $part) {
        socket_write($socket, $part);
        delay(5);
    }
};

echo "-- two at once\n";
[$a, $b] = [pair(), pair()];
[$first, $second] = [$peek($a[1]), $peek_message($b[1])];
$send($a[0], 'abc', 'def');
$send($b[0], 'a', 'bcd');
$send($a[0], 'ghi', 'rest');
$send($b[0], 'efghi');
echo await($first), ' ', await($second), ' ', await($peek($a[1])), ' ', take($a[1], 13), ' ', take($b[1], 9), "\n";

echo "-- does not spin\n";
$slow = $peek($a[1]);
socket_write($a[0], 'abc');
$cpu = function (): float {
    $use = getrusage();
    return ($use['ru_utime.tv_sec'] + $use['ru_stime.tv_sec']) * 1e3 + ($use['ru_utime.tv_usec'] + $use['ru_stime.tv_usec']) / 1e3;
};
[$used, $time] = [$cpu(), hrtime(true)];
delay(200);
[$used, $time] = [$cpu() - $used, (hrtime(true) - $time) / 1e6];
echo $used < $time / 2 ? "no\n" : "$used ms of $time\n";
socket_write($a[0], 'defghi');
echo await($slow), ' ', take($a[1], 9), "\n";

echo "-- another takes some\n";
$robbed = $peek($a[1]);
$send($a[0], 'xyz');
take($a[1], 2);
$send($a[0], 'abcdef', 'ghi');
echo await($robbed), ' ', take($a[1], 10), "\n";

echo "-- a time limit\n";
socket_set_option($b[1], SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 50_000]);
$limited = $peek($b[1]);
$send($b[0], 'abc');
echo await($limited), "\n";

echo "-- asked not to wait\n";
socket_set_nonblock($b[1]);
echo await($peek($b[1])), "\n";

echo "-- cancelled\n";
$cancelled = $peek($a[1]);
$send($a[0], 'abc');
$cancelled->cancel();
try {
    echo await($cancelled), "\n";
} catch (Async\AsyncCancellation) {
    echo 'cancelled, still there: ', take($a[1], 3), "\n";
}

echo "-- the end\n";
$end = $peek($a[1]);
$send($a[0], 'abc', 'def');
socket_shutdown($a[0], 1);
echo await($end), ' ', await($peek($a[1])), "\n";

echo "-- AF_UNIX: what is there\n";
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$unix = $peek($pair[1]);
delay(5);
socket_write($pair[0], 'abc');
echo await($unix), "\n";
?>
--EXPECT--
-- two at once
[9,"abcdefghi"] [9,"abcdefghi"] [9,"abcdefghi"] abcdefghirest abcdefghi
-- does not spin
no
[9,"abcdefghi"] abcdefghi
-- another takes some
[9,"zabcdefgh"] zabcdefghi
-- a time limit
[3,"abc"]
-- asked not to wait
[3,"abc"]
-- cancelled
cancelled, still there: abc
-- the end
[6,"abcdef"] [6,"abcdef"]
-- AF_UNIX: what is there
[3,"abc"]
