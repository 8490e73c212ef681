--TEST--
SK-3, SK-4: SO_RCVTIMEO and SO_SNDTIMEO limit the wait of their socket only; the errors of failed connects are the real ones
--DESCRIPTION--
Rules: io SK-3, io SK-4, io HK-5
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $other);
socket_set_option($pair[0], SOL_SOCKET, SO_RCVTIMEO, ['sec' => 0, 'usec' => 20_000]);
socket_set_option($pair[0], SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 20_000]);
$unlimited = spawn(fn() => socket_recv($other[0], $data, 6, MSG_WAITALL) ? $data : 'nothing');
$read = spawn(fn() => [@socket_recv($pair[0], $data, 10, 0), socket_last_error($pair[0]) === SOCKET_EAGAIN]);
echo 'read: ', json_encode(await($read)), "\n";
$sent = await(spawn(function () use ($pair) {
    $all = str_repeat('x', 8 << 20);
    $n = socket_send($pair[0], $all, strlen($all), 0);
    return [$n > 0 && $n < strlen($all), @socket_send($pair[0], 'y', 1, 0), socket_last_error($pair[0]) === SOCKET_EAGAIN];
}));
echo 'send: ', json_encode($sent), "\n";
socket_write($other[1], 'served');
echo await($unlimited), "\n";

// Nothing listens there, nor does another process get the port.
$bound = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_bind($bound, '127.0.0.1');
socket_getsockname($bound, $address, $port);
echo 'refused: ', json_encode(await(spawn(function () use ($port) {
    $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    return [@socket_connect($s, '127.0.0.1', $port), socket_last_error($s) === SOCKET_ECONNREFUSED];
}))), "\n";
echo 'not there: ', json_encode(await(spawn(function () {
    $s = socket_create(AF_UNIX, SOCK_STREAM, 0);
    return [@socket_connect($s, '/nonexistent/socket'), socket_last_error($s) === SOCKET_ENOENT];
}))), "\n";
?>
--EXPECT--
read: [false,true]
send: [true,false,true]
served
refused: [false,true]
not there: [false,true]
