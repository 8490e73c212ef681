--TEST--
HK-5: socket_recvmsg() with MSG_WAITALL receives all; what ancillary data belong to ends it, as in stock
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
function pair(): array { socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair); return $pair; }
$receive = fn(Socket $socket, int $bytes = 9, int $flags = 0) => spawn(function () use ($socket, $bytes, $flags) {
    $message = ['buffer_size' => $bytes, 'controllen' => socket_cmsg_space(SOL_SOCKET, SCM_RIGHTS, 1)];
    $n = @socket_recvmsg($socket, $message, MSG_WAITALL | $flags);
    $passed = array_map(fn($control) => get_debug_type($control['data'][0]), $message['control'] ?? []);
    return json_encode([$n, $message['iov'] ?? null, ...$passed]);
});
$send = function (Socket $socket, string ...$parts) {
    foreach ($parts as $part) {
        socket_write($socket, $part);
        delay(5);
    }
};
$with_descriptor = fn(Socket $socket, string $data) => socket_sendmsg($socket, [
    'iov' => [$data], 'control' => [['level' => SOL_SOCKET, 'type' => SCM_RIGHTS, 'data' => [STDIN]]],
], 0);

echo "-- two at once\n";
[$a, $b] = [pair(), pair()];
$first = $receive($a[1]);
$second = $receive($b[1], 4);
$send($a[0], 'abc', 'def');
$send($b[0], '1', '23', '456');
$send($a[0], 'ghi', 'rest');
echo await($first), ' ', await($second), ' ', take($a[1], 4), ' ', take($b[1], 2), "\n";

echo "-- the end\n";
$end = $receive($a[1]);
$send($a[0], 'abc', 'de');
socket_shutdown($a[0], 1);
echo await($end), "\n";

echo "-- a time limit\n";
socket_set_option($b[1], SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 50_000]);
$limited = $receive($b[1]);
$send($b[0], 'abc');
echo await($limited), "\n";

echo "-- descriptors\n";
[$out, $in] = pair();
$descriptor = $receive($in);
$send($out, 'abc');
$with_descriptor($out, 'def');
$send($out, 'ghi');
echo await($descriptor), ' ', take($in, 3), "\n";
$descriptor = $receive($in);
delay(5);
$with_descriptor($out, 'abc');
$send($out, 'def');
echo await($descriptor), ' ', take($in, 3), "\n";

echo "-- cancelled, as socket_recv()\n";
$recv = fn($socket) => spawn(fn() => socket_recv($socket, $data, 9, MSG_WAITALL));
foreach ([$receive, $recv] as $call) {
    $cancelled = $call($in);
    $send($out, 'abc');
    $cancelled->cancel();
    try {
        echo await($cancelled), "\n";
    } catch (Async\AsyncCancellation) {
        socket_set_nonblock($in);
        echo 'cancelled, ', json_encode(@socket_read($in, 9)), "\n";
        socket_set_block($in);
    }
}

echo "-- asked not to wait\n";
socket_write($out, 'abc');
echo await($receive($in, 9, MSG_DONTWAIT)), "\n";
socket_write($out, 'abc');
socket_set_nonblock($in);
echo await($receive($in)), "\n";
?>
--EXPECT--
-- two at once
[9,["abcdefghi"]] [4,["1234"]] rest 56
-- the end
[5,["abcde"]]
-- a time limit
[3,["abc"]]
-- descriptors
[6,["abcdef"],"resource (stream)"] ghi
[3,["abc"],"resource (stream)"] def
-- cancelled, as socket_recv()
cancelled, false
cancelled, false
-- asked not to wait
[3,["abc"]]
[3,["abc"]]
