--TEST--
io CX-1: cancelling a coroutine in reads of a pipe and in stream_copy_to_stream() throws
--DESCRIPTION--
Rules: io CX-1, io CX-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function ($n, $m) { echo "error handler: $m\n"; });
$reads = [fn($s) => fread($s, 100), fn($s) => fgets($s), fn($s) => stream_copy_to_stream($s, fopen('php://memory', 'w'))];
$processes = $all = [];
foreach ($reads as $i => $read) { $processes[] = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $all[$i]); }
foreach ($reads as $i => $read) {
    $c = spawn(function () use ($read, $all, $i) { $read($all[$i][1]); echo "never\n"; });
    suspend(); delay(2);
    $c->cancel(new AsyncCancellation('stop'));
    try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
foreach ($processes as $process) proc_terminate($process, 9);
--EXPECT--
stop
stop
stop
