--TEST--
EG-4: while proc_close() waits for a reader of its pipes, the resource of another process is destroyed without waiting for that
--DESCRIPTION--
Rules: io EG-4, io EXE-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$p = proc_open(['sh', '-c', 'read line; exit 5'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$reader = spawn(function () use ($pipes) {
    $line = @fgets($pipes[1]);
    // The closer waits for this coroutine now.
    $other = proc_open(['sleep', '60'], [], $none);
    $pid = proc_get_status($other)['pid'];
    unset($other);
    posix_kill($pid, SIGKILL);
    return $line;
});
while (!$reader->isSuspended() || $reader->isQueued()) {
    suspend();
}
$closer = spawn(fn() => proc_close($p));
echo json_encode([await($reader), await($closer)]), "\n";
?>
--EXPECT--
[false,5]
