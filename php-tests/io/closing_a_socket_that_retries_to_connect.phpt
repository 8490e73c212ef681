--TEST--
W-9: a socket closed while connect() waits for room in a full queue; the next socket of that number is not connected
--DESCRIPTION--
Rules: W-9, io ST-4
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();
$path = temporary_directory() . '/socket';
$listener = socket_create(AF_UNIX, SOCK_STREAM, 0);
socket_bind($listener, $path);
socket_listen($listener, 0);
do {
    $waiting[] = $socket = socket_create(AF_UNIX, SOCK_STREAM, 0);
    socket_set_nonblock($socket);
} while (@socket_connect($socket, $path));
$client = socket_create(AF_UNIX, SOCK_STREAM, 0);
$connect = spawn(fn() => [@socket_connect($client, $path), socket_strerror(socket_last_error())]);
delay(10);
socket_close($client);
$next = socket_create(AF_UNIX, SOCK_STREAM, 0);
// Room for one more.
socket_accept($listener);
echo json_encode(await($connect)), "\n";
delay(40);
var_dump(@socket_getpeername($next, $peer));
--EXPECT--
[false,"Bad file descriptor"]
bool(false)
