--TEST--
HK-5, SK-1: accept() of what does not listen, MSG_WAITALL at urgent data and rights, and the limit of a local send are as in stock
--DESCRIPTION--
Rules: io HK-5, io SK-1, io SK-3
Order: independent
--EXTENSIONS--
sockets
pcntl
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

/** @return array{Socket, Socket} */
function connection(string $kind): array
{
    if ($kind === 'local') {
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
        return $pair;
    }
    socket_bind($listener = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
    socket_listen($listener);
    socket_getsockname($listener, $host, $port);
    socket_connect($client = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1', $port);
    return [$client, socket_accept($listener)];
}

// Another coroutine, so that calls may wait.
$other = spawn(function () {
    for (;;) delay(5);
});

await(spawn(function () {
    socket_bind($bound = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
    socket_bind($datagrams = socket_create(AF_INET, SOCK_DGRAM, 0), '127.0.0.1');
    $sockets = [
        'new' => socket_create(AF_INET, SOCK_STREAM, 0), 'bound' => $bound, 'datagrams' => $datagrams,
        'connected' => connection('tcp')[0], 'pair' => connection('local')[0],
    ];
    foreach ($sockets as $name => $socket) {
        echo "accept, $name: ", json_encode(@socket_accept($socket)), ' ', socket_last_error(), "\n";
    }
}));

foreach (['tcp', 'local'] as $kind) {
    foreach (['there before', 'while it waits'] as $when) {
        [$a, $b] = connection($kind);
        $send = function () use ($b) {
            socket_send($b, 'abcZ', 4, MSG_OOB);
            socket_write($b, 'def');
        };
        if ($when === 'there before') {
            $send();
            delay(5);
        }
        $got = spawn(function () use ($a) {
            $parts = [[socket_recv($a, $bytes, 6, MSG_WAITALL), $bytes]];
            $parts[] = [socket_recv($a, $bytes, 1, MSG_OOB), $bytes];
            $parts[] = [socket_recv($a, $bytes, 3, MSG_WAITALL), $bytes];
            return $parts;
        });
        if ($when !== 'there before') {
            delay(5);
            $send();
        }
        echo "urgent data, $kind, $when: ", json_encode(await($got)), "\n";
    }
}

[$a, $b] = connection('local');
socket_sendmsg($b, ['iov' => ['abc'], 'control' => [['level' => SOL_SOCKET, 'type' => SCM_RIGHTS, 'data' => [STDIN]]]]);
socket_write($b, 'def');
echo 'rights: ', json_encode(await(spawn(fn() => [socket_recv($a, $bytes, 6, MSG_WAITALL), $bytes]))), "\n";
[$a, $b] = connection('local');
socket_sendmsg($b, ['iov' => ['abc'], 'control' => [['level' => SOL_SOCKET, 'type' => SCM_RIGHTS, 'data' => [STDIN]]]]);
socket_write($b, 'def');
echo 'rights, recvfrom: ', json_encode(await(spawn(fn() => [socket_recvfrom($a, $bytes, 6, MSG_WAITALL, $from), $bytes, $from]))), "\n";
[$a, $b] = connection('tcp');
$got = spawn(fn() => [socket_recvfrom($a, $bytes, 6, MSG_WAITALL, $from, $port), $bytes, $from, $port]);
delay(5);
socket_write($b, 'abc');
delay(5);
socket_write($b, 'def');
echo 'all, recvfrom: ', json_encode(await($got)), "\n";
[$a, $b] = connection('tcp');
socket_send($b, '!', 1, MSG_OOB);
socket_write($b, 'defgh');
$got = spawn(fn() => [socket_recv($a, $bytes, 6, MSG_PEEK | MSG_WAITALL), $bytes]);
delay(5);
socket_write($b, 'XYZ');
echo 'a peek behind urgent data: ', json_encode(await($got)), "\n";
socket_bind($a = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP), '127.0.0.1');
socket_getsockname($a, $host, $port);
$got = spawn(fn() => [socket_recv($a, $bytes, 6, MSG_OOB), $bytes]);
delay(5);
socket_sendto(socket_create(AF_INET, SOCK_DGRAM, SOL_UDP), 'abc', 3, 0, $host, $port);
echo 'datagrams have no urgent data: ', json_encode(await($got)), "\n";
[$a, $b] = connection('local');
$got = spawn(fn() => [socket_recv($a, $bytes, 6, MSG_WAITALL), $bytes]);
foreach (['a', 'bcd', 'efg'] as $part) {
    delay(5);
    socket_write($b, $part);
}
echo 'parts: ', json_encode(await($got)), "\n";

// Each wait of a local stream has the whole limit.
[$a, $b] = connection('local');
socket_set_option($a, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 1, 'usec' => 0]);
$reader = spawn(function () use ($b) {
    for ($bytes = 0; $bytes < 1_000_000; $bytes += strlen(socket_read($b, 20_000))) {
        delay(40);
    }
    return $bytes;
});
foreach (['socket_write', fn(Socket $to, string $what) => socket_send($to, $what, strlen($what), 0)] as $send) {
    echo 'sent: ', await(spawn($send, $a, str_repeat('x', 500_000))), "\n";
}
echo 'read: ', await($reader), "\n";
$other->cancel();
?>
--EXPECT--
accept, new: false 22
accept, bound: false 22
accept, datagrams: false 95
accept, connected: false 22
accept, pair: false 22
urgent data, tcp, there before: [[3,"abc"],[1,"Z"],[3,"def"]]
urgent data, tcp, while it waits: [[3,"abc"],[1,"Z"],[3,"def"]]
urgent data, local, there before: [[3,"abc"],[1,"Z"],[3,"def"]]
urgent data, local, while it waits: [[3,"abc"],[1,"Z"],[3,"def"]]
rights: [3,"abc"]
rights, recvfrom: [3,"abc",""]
all, recvfrom: [6,"abcdef","0.0.0.0",0]
a peek behind urgent data: [6,"defghX"]
datagrams have no urgent data: [3,"abc"]
parts: [6,"abcdef"]
sent: 500000
sent: 500000
read: 1000000
