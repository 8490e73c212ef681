--TEST--
SH-23: a coroutine that is cancelled again gets a cancellation of its own: what it had in flight shows up in its chain only
--DESCRIPTION--
Rules: SH-21, SH-23, EX-7, CN-15
Order: dependent
--FILE--
<?php
use function Async\{spawn, delay, suspend, graceful_shutdown};
use Async\AsyncCancellation;

function chain(Throwable $e): string
{
    return $e->getMessage() . ($e->getPrevious() ? ' <- ' . chain($e->getPrevious()) : '');
}

$seen = [];
foreach (['a', 'b'] as $name) {
    spawn(function () use ($name, &$seen) {
        try {
            try {
                delay(60_000);
            } catch (AsyncCancellation $e) {
                $seen[1][] = spl_object_id($e);
                try { throw new LogicException($name); } finally { delay(60_000); }
            }
        } catch (AsyncCancellation $e) {
            $seen[2][] = spl_object_id($e);
            echo "$name: ", chain($e), "\n";
        }
    });
}
// The first cancellation is in flight while the second comes: the engine chains them, and loses nothing.
for ($i = 0; $i < 2; $i++) {
    spawn(function () { try { delay(60_000); } finally { delay(60_000); } });
    // The same where a turn of a Fiber brings the second one.
    spawn(function () {
        $fiber = new Fiber(function () { try { Fiber::suspend(); } finally { suspend(); } });
        $fiber->start(); $fiber->resume();
    });
}
spawn(function () use (&$seen) {
    try {
        delay(60_000);
    } catch (AsyncCancellation) {
        suspend();
        throw new RuntimeException('while cleaning up');
    } finally {
        register_shutdown_function(function () use (&$seen) {
            echo 'first round: ', count(array_unique($seen[1])), ' object, second: ', count(array_unique($seen[2])), "\n";
        });
    }
});
suspend();
graceful_shutdown();
--EXPECTF--
a: Graceful shutdown <- a
b: Graceful shutdown <- b

Fatal error: Uncaught RuntimeException: while cleaning up in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
first round: 1 object, second: 2
