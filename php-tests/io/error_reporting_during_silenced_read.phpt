--TEST--
EG-2: @fread() that waits does not silence other coroutines
--DESCRIPTION--
Rules: EG-2, ES-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$c = spawn(function () use ($a) { return @fgets($a); });
suspend();
spawn(function () use ($b) { echo $undefined; fwrite($b, "data\n"); });
echo await($c);
--EXPECTF--
Warning: Undefined variable $undefined in %s on line %d
data
