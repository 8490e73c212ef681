--TEST--
io CX-1: cancelling a coroutine in socket_accept() throws; the listener stays usable
--DESCRIPTION--
Rules: io CX-1, io CX-4, SK-1, SK-5
Order: dependent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
$server = socket_create_listen(0);
socket_getsockname($server, $host, $port);
$c = spawn(function () use ($server) { var_dump(socket_accept($server)); echo "never\n"; });
suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$c = spawn(function () use ($server) { $s = socket_accept($server); socket_write($s, "served\n"); });
$client = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
var_dump(socket_connect($client, '127.0.0.1', $port));
echo socket_read($client, 100);
--EXPECT--
stop
bool(true)
served
