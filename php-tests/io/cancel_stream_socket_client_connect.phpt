--TEST--
io CX-6: cancelling a coroutine in a connect that never completes throws; no warning, no stream
--DESCRIPTION--
Rules: io CX-6, io CX-4, io ST-1, io ST-4
Order: dependent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
$server = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_bind($server, '127.0.0.1', 0);
socket_listen($server, 0);
socket_getsockname($server, $host, $port);
$fill = [];
for ($i = 0; $i < 8; $i++) {
    $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    socket_set_nonblock($s);
    @socket_connect($s, $host, $port);
    $fill[] = $s;
}
usleep(20_000);
$c = spawn(function () use ($host, $port) {
    $s = stream_socket_client("tcp://$host:$port", $errno, $error, 100);
    var_dump($s); echo "never\n";
});
delay(30);
var_dump($c->isCompleted());
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(false)
stop
