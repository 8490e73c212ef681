--TEST--
FK-2: fork() is refused while another coroutine is queued, suspended, waiting, or is the caller; no child is created
--DESCRIPTION--
Rules: FK-2, io FRK-1, io FW-3
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

function attempt(string $when): void {
    $pid = getmypid();
    try { $r = pcntl_fork(); if ($r === 0) exit(1); echo "$when: forked\n"; }
    catch (Error $e) { echo "$when: ", get_class($e), ': ', $e->getMessage(), "\n"; }
    if (getmypid() !== $pid) exit(2);
}
$c = spawn(fn() => delay(1));
attempt('queued');
suspend();
attempt('waiting');
await($c);
await(spawn(fn() => attempt('in a coroutine')));
echo pcntl_wait($status), "\n";
attempt('main alone');
echo pcntl_wait($status) > 0 ? pcntl_wexitstatus($status) : 'no child', "\n";
--EXPECT--
queued: Error: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
waiting: Error: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
in a coroutine: Error: Cannot fork() while coroutines other than the main one are running. fork() is only allowed when just the main coroutine is active.
-1
main alone: forked
1
