--TEST--
CX-1: cancelling a coroutine in reads of a pipe and in stream_copy_to_stream() throws
--DESCRIPTION--
Rules: CX-1, CX-4, CX-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
$process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
foreach ([fn() => fread($pipes[1], 100), fn() => fgets($pipes[1]), fn() => stream_copy_to_stream($pipes[1], fopen('php://memory', 'w'))] as $wait) {
    $c = spawn(function () use ($wait) { $wait(); echo "never\n"; });
    suspend(); delay(2);
    $c->cancel(new AsyncCancellation('stop'));
    try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
fwrite($pipes[0], "through cat\n");
echo fgets($pipes[1]);
fclose($pipes[0]);
proc_terminate($process, 9);
--EXPECT--
stop
stop
stop
through cat
