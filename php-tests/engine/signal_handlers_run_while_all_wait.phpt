--TEST--
SL-2: a signal handler runs while every coroutine waits, and does not shorten the waits
--DESCRIPTION--
Rules: SL-2, SF-4
Order: dependent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await, delay};

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "handler\n"; });

$pid = pcntl_fork();
if ($pid === 0) {
    usleep(50_000);
    posix_kill(posix_getppid(), SIGUSR1);
    exit(0);
}

$start = hrtime(true);
$sleepers = [
    spawn(function () { sleep(1); echo "slept\n"; }),
    spawn(function () { delay(500); echo "half way\n"; }),
];
foreach ($sleepers as $sleeper) await($sleeper);
var_dump(hrtime(true) - $start >= 1_000_000_000);
pcntl_waitpid($pid, $status);
?>
--EXPECT--
handler
half way
slept
bool(true)
