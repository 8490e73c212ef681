--TEST--
A cancellation of the coroutine that a pcntl handler happens to run on waits for the end of the handler, and no signal is lost
--DESCRIPTION--
Rules: CN-21, PR-7, SH-21
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children(<<<'PHP'
use Async\AsyncCancellation;
use function Async\{await, current_coroutine, delay, graceful_shutdown, spawn, suspend};
function kill(int $signal) { posix_kill(getmypid(), $signal); }
function busy() { for ($i = 0; $i < 1000; $i++); }
$inside = false;
pcntl_signal(SIGUSR1, function () { global $inside; echo "first\n"; $inside = true; delay(20); echo "end of first\n"; });
pcntl_signal(SIGUSR2, function () { echo "second\n"; suspend(); echo "end of second\n"; });
// The first signal reaches the worker, the second one comes while it is in the handler.
function cancel_in_handler(callable $body): void
{
    global $inside;
    $worker = spawn($body);
    while (!$inside) delay(1);
    kill(SIGUSR2);
    $worker->cancel(new AsyncCancellation('enough'));
    try { await($worker); echo "never\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
}
PHP, [
    'asynchronous' => 'pcntl_async_signals(true); cancel_in_handler(function () { kill(SIGUSR1); busy(); echo "never\n"; });',
    'asynchronous, and the worker goes on' => 'pcntl_async_signals(true);
        cancel_in_handler(function () { try { kill(SIGUSR1); busy(); echo "never\n"; } finally { echo "finally\n"; } });',
    'by hand' => 'cancel_in_handler(function () {
        kill(SIGUSR1);
        try { pcntl_signal_dispatch(); echo "never\n"; } finally { pcntl_signal_dispatch(); }
    });',
    'two at once' => 'cancel_in_handler(function () { kill(SIGUSR1); kill(SIGUSR2); pcntl_signal_dispatch(); echo "never\n"; });
        pcntl_signal_dispatch();',
    'ticks' => 'cancel_in_handler(eval("declare(ticks=1); return function () {
        kill(SIGUSR1); echo \"never\n\"; };")); pcntl_signal_dispatch();',
    'while everybody waits' => 'pcntl_async_signals(true); cancel_in_handler(function () {
        spawn(function () { delay(2); kill(SIGUSR1); }); delay(60_000); });',
    'graceful shutdown' => 'pcntl_async_signals(true); $worker = spawn(function () { kill(SIGUSR1); busy(); echo "never\n"; });
        while (!$inside) delay(1); kill(SIGUSR2); graceful_shutdown();',
    'the first use of the API, in the main flow' => 'pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { spawn(function () use (&$main) { kill(SIGUSR2); $main->cancel(); });
            $main = current_coroutine(); delay(5); echo "end of first\n"; });
        try { kill(SIGUSR1); busy(); echo "never\n"; } catch (AsyncCancellation $e) { echo "cancelled\n"; }',
    'a handler that throws' => 'pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { kill(SIGUSR2); delay(1); throw new Exception("own"); });
        $worker = spawn(function () { kill(SIGUSR1); busy(); echo "never\n"; });
        try { await($worker); } catch (Exception $e) { echo get_class($e), " ", $e->getMessage(), "\n"; }',
    'a handler that throws, cancelled' => 'pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { global $inside; $inside = true; delay(5); throw new Exception("own"); });
        $worker = spawn(function () { kill(SIGUSR1); busy(); echo "never\n"; });
        while (!$inside) delay(1); kill(SIGUSR2); $worker->cancel();
        try { await($worker); } catch (AsyncCancellation $e) { echo "cancelled, before that: ", $e->getPrevious()->getMessage(), "\n"; }',
], with_extensions('posix', 'pcntl'));
--EXPECT--
-- asynchronous
first
end of first
second
end of second
enough
[status 0]
-- asynchronous, and the worker goes on
first
end of first
second
end of second
finally
enough
[status 0]
-- by hand
first
end of first
second
end of second
enough
[status 0]
-- two at once
first
end of first
second
end of second
enough
second
end of second
[status 0]
-- ticks
first
end of first
enough
second
end of second
[status 0]
-- while everybody waits
first
enough
end of first
second
end of second
[status 0]
-- graceful shutdown
first
end of first
second
end of second
[status 0]
-- the first use of the API, in the main flow
end of first
second
end of second
cancelled
[status 0]
-- a handler that throws
second
end of second
Exception own
[status 0]
-- a handler that throws, cancelled
second
end of second
cancelled, before that: own
[status 0]