--TEST--
io chapter 10: socket streams, TLS, HTTP and the functions of ext/sockets come to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--EXTENSIONS--
openssl
sockets
--INI--
async.io_trace=1
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/trace.php';
require __DIR__ . '/../lib/tls.php';

watchdog();
$exchange = function (array $ends) {
    fwrite($ends[0], 'x');
    fread($ends[1], 1);
    array_map(fclose(...), $ends);
};
$answering = function (string $answer) {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    spawn(function () use ($server, $answer) {
        $connection = stream_socket_accept($server);
        fgets($connection);
        fwrite($connection, $answer);
    });
    return stream_socket_get_name($server, false);
};
$calls = ['getaddrinfo', 'connect', 'fcntl|fcntl64', 'accept|accept4', 'poll|__poll_chk', 'send', 'recv', 'close'];
expect_hits('tcp', $calls, function () use ($exchange) {
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $client = stream_socket_client('tcp://localhost:' . explode(':', stream_socket_get_name($server, false))[1]);
    $exchange([$client, stream_socket_accept($server)]);
});
expect_hits('pair', ['socketpair', 'send', 'recv', 'close'],
    fn() => $exchange(stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)));
expect_hits('udp', ['connect', 'send', 'recvfrom', 'sendto'], function () {
    $server = stream_socket_server('udp://127.0.0.1:0', flags: STREAM_SERVER_BIND);
    fwrite(stream_socket_client('udp://' . stream_socket_get_name($server, false)), 'x');
    stream_socket_recvfrom($server, 1, 0, $name);
    stream_socket_sendto($server, 'x', 0, $name);
});
expect_hits('stream_select', ['select'], function () {
    [$one] = $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    [$read, $write, $except] = [[$one], null, null];
    stream_select($read, $write, $except, 0, 1000);
});
expect_hits('tls', ['poll|__poll_chk', 'read|recv', 'write|send'], fn() => $exchange(tls_pair()));
expect_hits('http', ['connect', 'poll|__poll_chk', 'send', 'recv'],
    fn() => file_get_contents('http://' . $answering("HTTP/1.0 200 OK\r\n\r\nx")));
expect_hits('getimagesize', ['connect', 'send', 'recv'], fn() => @getimagesize('http://' . $answering("HTTP/1.0 200 OK\r\n\r\nGIF89a")));

$of_pair = function (callable $use) {
    return function () use ($use) {
        socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $pair);
        $use(...$pair);
        array_map(socket_close(...), $pair);
    };
};
expect_hits('socket_write, socket_read', ['socketpair', 'write', 'recv', 'close'],
    $of_pair(fn($one, $other) => socket_write($one, 'x') && socket_read($other, 1)));
expect_hits('socket_send, socket_recv', ['send', 'recv'],
    $of_pair(fn($one, $other) => socket_send($one, 'x', 1, 0) && socket_recv($other, $data, 1, 0)));
expect_hits('socket_sendmsg, socket_recvmsg', ['sendmsg', 'recvmsg'], $of_pair(function ($one, $other) {
    $message = ['buffer_size' => 1, 'controllen' => 100];
    socket_sendmsg($one, ['iov' => ['x']]);
    socket_recvmsg($other, $message);
}));
expect_hits('socket_recvfrom', ['recvfrom'],
    $of_pair(fn($one, $other) => socket_write($one, 'x') && socket_recvfrom($other, $data, 1, 0, $name)));
expect_hits('socket_select', ['select'], $of_pair(function ($one) {
    [$read, $write, $except] = [null, [$one], null];
    socket_select($read, $write, $except, 0);
}));
expect_hits('socket_connect, socket_accept', ['gethostbyname_r|gethostbyname2_r', 'connect', 'accept|accept4'], function () {
    socket_getsockname($server = socket_create_listen(0), $address, $port);
    $client = socket_create(AF_INET, SOCK_STREAM, 0);
    socket_connect($client, 'localhost', $port);
    socket_accept($server);
});
expect_hits('socket_addrinfo_lookup', ['getaddrinfo'], fn() => socket_addrinfo_lookup('127.0.0.1', '80'));
expect_hits('socket_sendto', ['sendto'], fn() => socket_sendto(socket_create(AF_INET, SOCK_DGRAM, 0), 'x', 1, 0, '127.0.0.1', 9));
?>
--EXPECT--
tcp: hit
pair: hit
udp: hit
stream_select: hit
tls: hit
http: hit
getimagesize: hit
socket_write, socket_read: hit
socket_send, socket_recv: hit
socket_sendmsg, socket_recvmsg: hit
socket_recvfrom: hit
socket_select: hit
socket_connect, socket_accept: hit
socket_addrinfo_lookup: hit
socket_sendto: hit
