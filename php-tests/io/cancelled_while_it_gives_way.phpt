--TEST--
A call that is cancelled while it gives way takes nothing: bytes, datagrams and connections are there for the next call
--DESCRIPTION--
Rules: io CX-6, io W-10
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, timeout};

require __DIR__ . '/../lib/watchdog.php';

watchdog(50);

/** About a fifth of a millisecond. */
function compute(): void
{
    $start = hrtime(true);
    for ($i = 0; $i < 2_000 && hrtime(true) - $start < 200_000; $i++) md5((string) $i);
}

/** Takes one after the other until it is cancelled, then the rest: whether all came, in order. */
function all_come(callable $take, string $sent): bool
{
    $got = '';
    $taker = spawn(function () use ($take, $sent, &$got) {
        while (strlen($got) < strlen($sent)) {
            $got .= $take();
            compute();
        }
    });
    $canceller = spawn(fn() => $taker->cancel());
    try {
        await($taker);
    } catch (Async\AsyncCancellation) {
    }
    await($canceller);
    try {
        while (strlen($got) < strlen($sent)) $got .= await(spawn($take), timeout(2_000));
    } catch (Async\OperationCanceledException) {
        // There is less than was sent.
    }
    return $got === $sent;
}

$lines = array_map(fn($i) => sprintf("%07d\n", $i), range(1, 300));
$stream = function (callable $take) use ($lines) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    stream_set_chunk_size($b, 8);
    fwrite($a, implode($lines));
    return all_come(fn() => $take($b), implode($lines));
};
$socket = function (int $kind, callable $take) use ($lines) {
    socket_create_pair(AF_UNIX, $kind, 0, $pair);
    $sent = '';
    foreach (array_slice($lines, 0, 150) as $line) {
        // A queue of records has room for a few.
        $bytes = @socket_send($pair[0], $line, 8, MSG_DONTWAIT);
        if ($bytes === false) break;
        $sent .= substr($line, 0, $bytes);
    }
    return all_come(fn() => $take($pair[1]), $sent);
};
$receive = function ($from) {
    socket_recv($from, $data, 8, 0);
    return $data;
};
$message = function ($from) {
    $message = ['buffer_size' => 8, 'controllen' => socket_cmsg_space(SOL_SOCKET, SCM_RIGHTS, 1)];
    socket_recvmsg($from, $message);
    return $message['iov'][0];
};
$from = function ($from) {
    socket_recvfrom($from, $data, 8, 0, $name);
    return $data;
};
$accept = function () {
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $clients = [];
    $ports = '';
    for ($i = 0; $i < 25; $i++) {
        $clients[] = $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
        $ports .= stream_socket_get_name($client, false) . "\n";
    }
    return all_come(function () use ($listener) {
        for ($i = 0; $i < 4; $i++) compute();
        return stream_socket_get_name(stream_socket_accept($listener), true) . "\n";
    }, $ports);
};
$ways = [
    'fread' => fn() => $stream(fn($s) => fread($s, 8)),
    'fgets' => fn() => $stream(fgets(...)),
    'stream_get_line' => fn() => $stream(fn($s) => stream_get_line($s, 0, "\n") . "\n"),
    'stream_socket_recvfrom' => fn() => $stream(fn($s) => stream_socket_recvfrom($s, 8)),
    'socket_read' => fn() => $socket(SOCK_STREAM, fn($s) => socket_read($s, 8)),
    'socket_recv' => fn() => $socket(SOCK_STREAM, $receive),
    'socket_recv, records' => fn() => $socket(SOCK_SEQPACKET, $receive),
    'socket_recvfrom, datagrams' => fn() => $socket(SOCK_DGRAM, $from),
    'socket_recvmsg, records' => fn() => $socket(SOCK_SEQPACKET, $message),
    'stream_socket_accept' => $accept,
];
await(spawn(function () use ($ways) {
    foreach ($ways as $name => $way) {
        $lost = 0;
        for ($i = 0; $i < 3; $i++) $lost += $way() ? 0 : 1;
        echo str_pad($name, 28), $lost === 0 ? 'all came' : "something was lost $lost times of 3", "\n";
    }
}));
--EXPECT--
fread                       all came
fgets                       all came
stream_get_line             all came
stream_socket_recvfrom      all came
socket_read                 all came
socket_recv                 all came
socket_recv, records        all came
socket_recvfrom, datagrams  all came
socket_recvmsg, records     all came
stream_socket_accept        all came
