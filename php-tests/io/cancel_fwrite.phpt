--TEST--
io CX-6: cancelling a coroutine in fwrite() on a full socket throws; what was sent arrives intact
--DESCRIPTION--
Rules: io CX-6, io CX-4, HK-5, io ST-8
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$data = str_repeat('0123456789abcdef', 1 << 18);
$c = spawn(function () use ($a, $data) { fwrite($a, $data); echo "never\n"; });
suspend();
var_dump($c->isCompleted());
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$reader = spawn(fn() => stream_get_contents($b));
fclose($a);
$got = await($reader);
var_dump(strlen($got) < strlen($data), $got === substr($data, 0, strlen($got)));
--EXPECT--
bool(false)
stop
bool(true)
bool(true)
