--TEST--
What a pcntl handler throws reaches the code that runs, a shutdown function that waits, or, without main, ends the script
--DESCRIPTION--
Rules: io SF-4a, EH-7, SH-14, SH-20
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children(<<<'PHP'
use Async\AsyncCancellation;
use function Async\{await, delay, spawn, suspend};
$pid = getmypid();
function later(string $signal = 'USR1'): void { exec("(sleep 0.05; kill -$signal " . getmypid() . ') >/dev/null 2>&1 &'); }
/** A coroutine that waits for long, already, and tells how it is cancelled. */
function sleeper(): Async\Coroutine
{
    $waits = false;
    $sleeper = spawn(function () use (&$waits) {
        try { $waits = true; delay(60_000); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
    });
    while (!$waits) suspend();
    return $sleeper;
}
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { throw new RuntimeException('handler'); });
ini_set('display_errors', 0);
register_shutdown_function(function () { echo strtok(error_get_last()['message'] ?? 'no error', "\n"), "\n"; });
PHP, [
    'main waits and does not catch it' => 'sleeper(); later(); delay(60_000);',
    'main has ended' => 'sleeper(); later();',
    'main has ended, scopes with handlers do not hear of it' =>
        'later(); $s = new Async\Scope; $s->setExceptionHandler(fn() => print "never\n");
        $s->spawn(fn() => delay(60_000));',
    'main has ended, an exception handler' => 'set_exception_handler(fn($e) => print get_class($e) . " {$e->getMessage()}\n");
        spawn(function () { later(); delay(60_000); });',
    'a coroutine runs' => '$c = spawn(function () {
        $end = microtime(true) + 600;
        try { later(); while (microtime(true) < $end); echo "never\n"; } catch (RuntimeException) { echo "caught there\n"; }
    }); await($c);',
    'a shutdown function waits' => 'register_shutdown_function(function () {
        $c = sleeper();
        try { later(); await($c); } catch (RuntimeException $e) {
            echo $e->getMessage(), "\n"; $c->cancel(new AsyncCancellation("cancelled"));
        }
    });',
    'exit' => 'pcntl_signal(SIGUSR1, function () { exit(7); }); sleeper(); later(); delay(60_000);',
    'a cancellation' => 'pcntl_signal(SIGUSR1, function () { throw new AsyncCancellation("enough"); });
        $c = sleeper(); try { later(); await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; $c->cancel(); }',
    'a handler that waits, and throws then' => 'pcntl_signal(SIGUSR1, function () { delay(5); throw new RuntimeException("later"); });
        $c = sleeper(); try { later(); await($c); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; $c->cancel(); }',
    'a handler that completes what main awaits, and throws' => '$state = new Async\FutureState; $f = new Async\Future($state);
        pcntl_signal(SIGUSR1, function () use ($state) { $state->complete(1); throw new RuntimeException("instead"); });
        $c = sleeper();
        try { later(); await($f); } catch (RuntimeException $e) { echo $e->getMessage(), " of ", await($f), "\n"; $c->cancel(); }',
    'two signals' => 'pcntl_signal(SIGUSR2, function () { throw new LogicException("second"); }); $c = sleeper();
        try { later(); await($c); } catch (RuntimeException) { echo "first\n"; }
        try { later("USR2"); await($c); } catch (LogicException) { echo "second\n"; }
        $c->cancel();',
    'a fatal error in a handler' => 'pcntl_signal(SIGUSR1, function () { ini_set("memory_limit", "8M"); str_repeat("x", 1 << 28); });
        sleeper(); later(); delay(60_000);',
]);
--EXPECTF--
-- main waits and does not catch it
Graceful shutdown
Uncaught RuntimeException: handler in child.php:17
[status 255]
-- main has ended
Graceful shutdown
Uncaught RuntimeException: handler in child.php:17
[status 255]
-- main has ended, scopes with handlers do not hear of it
Uncaught RuntimeException: handler in child.php:17
[status 255]
-- main has ended, an exception handler
RuntimeException handler
no error
[status %d]
-- a coroutine runs
caught there
no error
[status 0]
-- a shutdown function waits
no error
handler
cancelled
[status 0]
-- exit
Graceful shutdown
no error
[status 7]
-- a cancellation
enough
Coroutine cancelled
no error
[status 0]
-- a handler that waits, and throws then
later
Coroutine cancelled
no error
[status 0]
-- a handler that completes what main awaits, and throws
instead of 1
Coroutine cancelled
no error
[status 0]
-- two signals
first
second
Coroutine cancelled
no error
[status 0]
-- a fatal error in a handler
Allowed memory size of 8388608 bytes exhausted%s
[status 255]
