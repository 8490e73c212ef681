--TEST--
io CX-8: cancelling a coroutine in curl_exec() throws; the handle stays valid and may be used again
--DESCRIPTION--
Rules: io CX-8, CU-1, io CX-4
Order: dependent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
$handle = curl_init($server->url('/hang'));
curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
$c = spawn(function () use ($handle) { var_dump(curl_exec($handle)); echo "never\n"; });
delay(20);
var_dump($c->isCompleted());
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
curl_setopt($handle, CURLOPT_URL, $server->url('/hello'));
echo await(spawn(fn() => curl_exec($handle))), "\n";
--EXPECT--
bool(false)
stop
hello
