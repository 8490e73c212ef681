--TEST--
io CX-1: cancelling a coroutine in file_get_contents('http://…') throws without a warning
--DESCRIPTION--
Rules: io CX-1, io CX-4, io ST-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
$c = spawn(function () use ($server) { var_dump(file_get_contents($server->url('/hang'))); echo "never\n"; });
delay(30);
var_dump($c->isCompleted());
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo await(spawn(fn() => file_get_contents($server->url('/hello')))), "\n";
--EXPECT--
bool(false)
stop
hello
