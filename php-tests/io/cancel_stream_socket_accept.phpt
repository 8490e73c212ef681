--TEST--
ST-11: cancelling a coroutine in stream_socket_accept() throws; the listener stays usable
--DESCRIPTION--
Rules: io ST-11, io CX-6, io CX-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
$server = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($server, false);
foreach ([100.0, -1] as $timeout) {
    $c = spawn(function () use ($server, $timeout) { var_dump(stream_socket_accept($server, $timeout)); echo "never\n"; });
    suspend();
    $c->cancel(new AsyncCancellation('stop'));
    try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
$c = spawn(function () use ($server) { $s = stream_socket_accept($server, 2); return fgets($s); });
$client = stream_socket_client("tcp://$name");
fwrite($client, "hello\n");
echo await($c);
fclose($server);
--EXPECT--
stop
stop
hello
