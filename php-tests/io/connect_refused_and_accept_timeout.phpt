--TEST--
ST-4: a refused connect and an accept timeout report what stock PHP reports
--DESCRIPTION--
Rules: io ST-4, io ST-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$server = stream_socket_server('tcp://127.0.0.1:0'); $name = stream_socket_get_name($server, false);
// Nothing listens there, nor does another process get the port.
$bound = stream_socket_server('tcp://127.0.0.1:0', $code, $error, STREAM_SERVER_BIND);
$gone = stream_socket_get_name($bound, false);
$c = spawn(function () use ($gone) { $s = @stream_socket_client("tcp://$gone", $errno, $error, 1); return [$s, $errno, $error]; });
$d = spawn(function () use ($server) { return [@stream_socket_accept($server, 0.02), error_get_last()['message']]; });
echo json_encode(await($c)), "\n", json_encode(await($d)), "\n";
--EXPECT--
[false,111,"Connection refused"]
[false,"stream_socket_accept(): Accept failed: Connection timed out"]
