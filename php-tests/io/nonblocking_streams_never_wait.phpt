--TEST--
HK-4: a non-blocking stream returns at once in a coroutine
--DESCRIPTION--
Rules: HK-4, SK-2
Order: dependent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($a, false);
$other = 0;
spawn(function () use (&$other) { $other = 1; });
var_dump(fread($a, 10), feof($a), $other);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
socket_set_nonblock($pair[0]);
var_dump(@socket_recv($pair[0], $buffer, 10, 0), socket_last_error($pair[0]) === SOCKET_EAGAIN,
    @socket_recv($pair[1], $buffer, 10, MSG_DONTWAIT), $other);
--EXPECT--
string(0) ""
bool(false)
int(0)
bool(false)
bool(true)
bool(false)
int(0)
