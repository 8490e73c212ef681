--TEST--
A wait for a child goes on after the handler of a signal has run, unless the handler was installed to end calls
--DESCRIPTION--
Rules: io SL-2
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await_all, delay, spawn};
require __DIR__ . '/../lib/watchdog.php';
watchdog();
pcntl_async_signals(true);

foreach ([true, false] as $restart) {
    $calls = 0;
    pcntl_signal(SIGUSR1, function () use (&$calls) { $calls++; }, $restart);
    $process = proc_open(['sleep', '60'], [], $pipes);
    $pid = proc_get_status($process)['pid'];
    await_all([
        spawn(function () use ($pid) {
            $found = pcntl_waitpid($pid, $status);
            echo $found === $pid ? 'its end: signal ' . pcntl_wtermsig($status) : pcntl_strerror(pcntl_get_last_error()), "\n";
        }),
        spawn(function () use ($pid, &$calls) {
            delay(5);
            posix_kill(getmypid(), SIGUSR1);
            for ($i = 0; $i < 5000 && $calls < 1; $i++) delay(1);
            delay(5);
            echo "calls $calls\n";
            posix_kill($pid, SIGTERM);
        }),
    ]);
    proc_close($process);
}
?>
--EXPECT--
calls 1
its end: signal 15
Interrupted system call
calls 1
