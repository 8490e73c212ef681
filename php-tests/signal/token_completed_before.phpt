--TEST--
A token that has completed before: the future is rejected with its exception, and nothing is thrown
--DESCRIPTION--
Rules: SG-4
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Future, FutureState, Signal};
use function Async\{await, delay, signal, spawn, timeout};

function show(string $what, Future $f): void
{
    echo "$what: ", $f->isCompleted() ? '' : 'pending, ';
    try {
        var_dump(await($f));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), $e->getPrevious() ? ', with previous' : '', "\n";
    }
}

show('a value', signal(Signal::SIGUSR1, Future::completed(7)->ignore()));
$e = new LogicException('mine');
show('an exception', signal(Signal::SIGUSR1, Future::failed($e)->ignore()));
try { await(signal(Signal::SIGUSR1, Future::failed($e)->ignore())); } catch (Throwable $caught) { var_dump($caught === $e); }
$cancelled = new Future(new FutureState());
$cancelled->ignore()->cancel();
show('a cancelled future', signal(Signal::SIGUSR1, $cancelled));
$t = timeout(1);
$sleeper = spawn(fn() => delay(10_000));
try { await($sleeper, $t); } catch (Throwable) {}
$sleeper->cancel();
show('a timeout', signal(Signal::SIGUSR1, $t));
$c = spawn(fn() => 5);
await($c);
show('a coroutine', signal(Signal::SIGUSR1, $c));
$c = spawn(fn() => throw new DomainException('of the coroutine'));
try { await($c); } catch (DomainException) {}
show('a failed coroutine', signal(Signal::SIGUSR1, $c));
$c = spawn(fn() => delay(10_000));
delay(1);
$c->cancel(new AsyncCancellation('enough'));
try { await($c); } catch (AsyncCancellation) {}
show('a cancelled coroutine', signal(Signal::SIGUSR1, $c));
echo "nothing listens\n";
--EXPECT--
a value: Async\AsyncCancellation: Signal wait cancelled
an exception: LogicException: mine
bool(true)
a cancelled future: Async\AsyncCancellation: Future has been cancelled
a timeout: Async\TimeoutException: Timeout occurred after 1 milliseconds
a coroutine: Async\AsyncCancellation: Signal wait cancelled
a failed coroutine: DomainException: of the coroutine
a cancelled coroutine: Async\AsyncCancellation: enough
nothing listens
