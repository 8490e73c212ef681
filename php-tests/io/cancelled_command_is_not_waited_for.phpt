--TEST--
CX-9: a cancelled exec(), system(), passthru() or shell_exec() ends its command and leaves no zombie; others are not signalled
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
// Also while it is waited for at its end; those of popen() and proc_open() go on, and are waited for in the background.
$pid = fn(string $file) => (int) file_get_contents($file);
$runs = function (int $pid): bool {
    return preg_match('/^State:\s+[^Z]/m', @file_get_contents("/proc/$pid/status") ?: '') === 1;
};
foreach (['exec', 'pclose', 'proc_close'] as $function) {
    $file = temporary_path('pid');
    $command = "exec >/dev/null 2>&1; echo $$ >$file; exec cat $fifo";
    $c = spawn(match ($function) {
        'exec' => fn() => exec($command),
        'pclose' => fn() => pclose(popen($command, 'r')),
        'proc_close' => fn() => proc_close(proc_open($command, [], $pipes)),
    });
    while (!is_file($file) || $pid($file) === 0) {
        suspend();
    }
    for ($i = 0; $i < 5; $i++) suspend();
    $c->cancel();
    try {
        await($c);
    } catch (Async\AsyncCancellation) {
        echo "$function: cancelled";
    }
    if ($function === 'exec') {
        while ($runs($pid($file))) usleep(1000);
        echo ", ended\n";
    } else {
        usleep(20_000);
        echo $runs($pid($file)) ? ', still runs' : ', ended';
        posix_kill($pid($file), SIGKILL);
        while (@file_get_contents('/proc/' . $pid($file) . '/status') !== false) usleep(1000);
        echo ", not a zombie\n";
    }
}
// One that takes no notice is not waited for either.
foreach (['exec', 'shell_exec'] as $function) {
    unlink($file);
    $start = hrtime(true);
    $c = spawn($function, "trap '' TERM; echo $$ >$file; exec sleep 30");
    while (!is_file($file) || $pid($file) === 0) {
        suspend();
    }
    $c->cancel();
    try {
        await($c);
    } catch (Async\AsyncCancellation) {
        echo "$function: cancelled after ", hrtime(true) - $start < 10e9 ? 'less than' : 'more than', " 10 s\n";
    }
    posix_kill($pid($file), SIGKILL);
}
$p = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$reader = spawn(fn() => fgets($pipes[1]));
suspend();
$reader->cancel();
suspend();
fwrite($pipes[0], "still there\n");
echo fgets($pipes[1]);
// Ends those that are not waited for any more.
$f = fopen($fifo, 'r+');
unlink($fifo);
?>
--EXPECT--
exec: cancelled
system: cancelled
passthru: cancelled
shell_exec: cancelled
exec: cancelled, ended
pclose: cancelled, still runs, not a zombie
proc_close: cancelled, still runs, not a zombie
exec: cancelled after less than 10 s
shell_exec: cancelled after less than 10 s
still there
