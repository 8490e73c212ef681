--TEST--
UDP-3: cancelling a coroutine in stream_socket_recvfrom() throws; the socket stays usable
--DESCRIPTION--
Rules: UDP-3, io CX-4, io CX-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
$server = stream_socket_server('udp://127.0.0.1:0', $errno, $error, STREAM_SERVER_BIND);
$name = stream_socket_get_name($server, false);
$c = spawn(function () use ($server) { var_dump(stream_socket_recvfrom($server, 100, 0, $peer)); echo "never\n"; });
suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$c = spawn(function () use ($server) { return stream_socket_recvfrom($server, 100, 0, $peer); });
suspend();
$client = stream_socket_client("udp://$name");
stream_socket_sendto($client, 'datagram');
echo await($c), "\n";
--EXPECT--
stop
datagram
