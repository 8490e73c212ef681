--TEST--
FK-2: fork() is refused in the last coroutine when main has ended; shutdown functions and destructors are not coroutines
--DESCRIPTION--
Rules: FK-2, FK-3
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

function attempt(string $when): void {
    try {
        $child = pcntl_fork();
        if ($child === 0) posix_kill(getmypid(), SIGKILL);
        pcntl_waitpid($child, $status);
        echo "$when: ", pcntl_wifsignaled($status) ? 'forked' : 'failed', "\n";
    } catch (Error $e) { echo "$when: ", $e->getMessage(), "\n"; }
}
class Attempt { function __construct(public string $when) {} function __destruct() { attempt($this->when); } }

$kept = new Attempt('destructor');
register_shutdown_function(function () {
    attempt('shutdown function');
    await(spawn(fn() => delay(1)));
    attempt('shutdown function, launched again');
    spawn(function () { delay(1); attempt('coroutine of a shutdown function'); });
});
spawn(function () { delay(1); attempt('last coroutine'); })->finally(fn() => attempt('finally handler'));
--EXPECT--
last coroutine: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
finally handler: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
shutdown function: forked
shutdown function, launched again: forked
coroutine of a shutdown function: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
destructor: forked
