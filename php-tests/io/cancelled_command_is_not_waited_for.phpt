--TEST--
CX-9: a cancelled exec(), system(), passthru() or shell_exec() ends although its command goes on; children of proc_open() are not signalled
--DESCRIPTION--
Rules: io CX-9, io CX-1, io CX-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();
$fifo = temporary_path('fifo');
posix_mkfifo($fifo, 0600);
foreach (['exec', 'system', 'passthru', 'shell_exec'] as $function) {
    $c = spawn($function, "cat $fifo 2>/dev/null");
    while (!$c->isSuspended() || $c->isQueued()) {
        suspend();
    }
    $c->cancel();
    try {
        await($c);
    } catch (Async\AsyncCancellation) {
        echo "$function: cancelled\n";
    }
}
$p = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$reader = spawn(fn() => fgets($pipes[1]));
suspend();
$reader->cancel();
suspend();
fwrite($pipes[0], "still there\n");
echo fgets($pipes[1]);
// Ends those that nobody waits for any more.
$f = fopen($fifo, 'r+');
unlink($fifo);
?>
--EXPECT--
exec: cancelled
system: cancelled
passthru: cancelled
shell_exec: cancelled
still there
