--TEST--
HK-5: the mode that another coroutine gives a socket while one waits to connect it stays
--DESCRIPTION--
Rules: io HK-5
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';
use function Async\{await, delay, spawn, timeout};

$path = temporary_path('socket');
$listener = socket_create(AF_UNIX, SOCK_STREAM, 0);
socket_bind($listener, $path);
socket_listen($listener, 0);
$first = socket_create(AF_UNIX, SOCK_STREAM, 0);
socket_connect($first, $path);
$socket = socket_create(AF_UNIX, SOCK_STREAM, 0);
$connecting = spawn(fn() => socket_connect($socket, $path));
delay(10);
socket_set_nonblock($socket);
delay(30);
$accepted = [socket_accept($listener), socket_accept($listener)];
var_dump(await($connecting));
$reading = spawn(fn() => @socket_read($socket, 10));
var_dump(await($reading, timeout(20_000)), socket_last_error($socket) === SOCKET_EAGAIN);
unlink($path);
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
