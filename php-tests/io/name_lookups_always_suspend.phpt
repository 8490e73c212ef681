--TEST--
DN-1: a name lookup suspends even for a literal; queued coroutines run first
--DESCRIPTION--
Rules: DN-1, io ST-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$c = spawn(function () { echo "1\n"; $r = gethostbyname('127.0.0.1'); echo "$r\n"; });
spawn(function () { echo "2\n"; });
await($c);
spawn(function () { echo "3\n"; $s = stream_socket_server('tcp://127.0.0.1:0'); echo "server\n"; });
spawn(function () { echo "4\n"; });
--EXPECT--
1
2
127.0.0.1
3
4
server
