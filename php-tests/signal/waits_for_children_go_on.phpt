--TEST--
SL-2: a signal ends the wait for a child only if its handler was installed so, as in stock PHP
--DESCRIPTION--
Rules: io SL-2
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

/** What pcntl_waitpid() answers when a signal arrives before the child ends. */
function interrupted(bool $restart): string
{
    $child = pcntl_fork();
    if ($child === 0) {
        pcntl_sigwaitinfo([SIGUSR2]);
        exit(3);
    }
    $signals = 0;
    pcntl_signal(SIGUSR1, function () use (&$signals) { $signals++; }, $restart);
    $wait = spawn(function () use ($child) {
        $result = pcntl_waitpid($child, $status);
        return $result === $child ? 'ended with ' . pcntl_wexitstatus($status)
            : 'result ' . $result . ', ' . pcntl_strerror(pcntl_get_last_error());
    });
    while (!$wait->isSuspended() || $wait->isQueued()) suspend();
    posix_kill(getmypid(), SIGUSR1);
    while ($signals === 0) delay(1);
    delay(1);
    posix_kill($child, SIGUSR2);
    $answer = await($wait);
    pcntl_signal(SIGUSR1, SIG_DFL);
    if ($answer !== 'ended with 3') {
        while (pcntl_waitpid($child, $status) < 0);
    }
    return "$answer, handler called $signals times";
}

pcntl_async_signals(true);
pcntl_sigprocmask(SIG_BLOCK, [SIGUSR2]);
echo interrupted(true), "\n";
echo interrupted(false), "\n";
?>
--EXPECT--
ended with 3, handler called 1 times
result -1, Interrupted system call, handler called 1 times
