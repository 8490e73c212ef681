--TEST--
io CX-6: cancelling a coroutine in socket_write() on a full socket throws
--DESCRIPTION--
Rules: io CX-6, SK-1, HK-5
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
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$c = spawn(function () use ($pair) { while (true) socket_write($pair[0], str_repeat('x', 1 << 20)); });
suspend();
var_dump($c->isCompleted());
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(false)
stop
