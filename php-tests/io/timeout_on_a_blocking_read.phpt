--TEST--
AW-6: await with a timeout on a coroutine blocked in a read; the read goes on and can be cancelled
--DESCRIPTION--
Rules: AW-6, AW-7, io CX-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, timeout};
use Async\OperationCanceledException;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$c = spawn(fn() => fgets($a));
try { await($c, timeout(5)); } catch (OperationCanceledException $e) { echo get_class($e->getPrevious()), "\n"; }
var_dump($c->isCompleted());
fwrite($b, "arrives late\n");
echo await($c);
--EXPECT--
Async\TimeoutException
bool(false)
arrives late
