--TEST--
ST-1: a coroutine blocked in a read lets the writer run; neither blocks the process
--DESCRIPTION--
Rules: io ST-1, SD-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$server = spawn(function () use ($a) { $n = 0; while (($line = fgets($a)) !== false) { $n++; fwrite($a, strtoupper($line)); } return $n; });
$client = spawn(function () use ($b) { for ($i = 0; $i < 5; $i++) { fwrite($b, "line $i\n"); echo fgets($b); } fclose($b); });
await($client);
var_dump(await($server));
--EXPECT--
LINE 0
LINE 1
LINE 2
LINE 3
LINE 4
int(5)
