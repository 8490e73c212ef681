--TEST--
IO-6, UDP-1, HK-2: time limits of pipes and of datagrams hold when there is no coroutine but main, once the API was used
--DESCRIPTION--
Rules: IO-6, UDP-1, HK-2, io SO-8
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
await(spawn(fn() => 0));
$process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
var_dump(stream_set_timeout($pipes[1], 0, 20_000), fgets($pipes[1]), stream_get_meta_data($pipes[1])['timed_out']);
fwrite($pipes[0], "data\n");
stream_set_timeout($pipes[1], 10);
var_dump(fgets($pipes[1]), stream_get_meta_data($pipes[1])['timed_out']);

$server = stream_socket_server('udp://127.0.0.1:0', flags: STREAM_SERVER_BIND);
stream_set_timeout($server, 0, 20_000);
var_dump(stream_socket_recvfrom($server, 10, 0, $peer), stream_get_meta_data($server)['timed_out']);
$client = stream_socket_client('udp://' . stream_socket_get_name($server, false));
fwrite($client, 'data');
var_dump(stream_socket_recvfrom($server, 10, 0, $peer), $peer === stream_socket_get_name($client, false));
var_dump(stream_get_meta_data($server)['timed_out']);
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
string(5) "data
"
bool(false)
bool(false)
bool(true)
string(4) "data"
bool(true)
bool(false)
