--TEST--
DN-4: cancelling a coroutine in a name lookup throws at once
--DESCRIPTION--
Rules: DN-4, DN-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
foreach ([fn() => gethostbyname('localhost'), fn() => gethostbynamel('localhost'), fn() => gethostbyaddr('127.0.0.1')] as $lookup) {
    $c = spawn(function () use ($lookup) { $lookup(); echo "never\n"; });
    spawn(function () use (&$c) { $c->cancel(new AsyncCancellation('stop')); });
    try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
delay(5);
echo await(spawn(fn() => gethostbyname('127.0.0.1'))), "\n";
--EXPECT--
stop
stop
stop
127.0.0.1
