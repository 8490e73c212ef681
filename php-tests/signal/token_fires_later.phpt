--TEST--
A token that fires later: the future is rejected with its exception as it is, and listening ends
--DESCRIPTION--
Rules: SG-5, SG-9
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Future, FutureState, Signal};
use function Async\{await, delay, signal, spawn, suspend, timeout};

function show(string $what, Future $f): void
{
    echo "$what: ";
    try {
        var_dump(await($f));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), $e->getPrevious() ? ', with previous' : '', "\n";
    }
}

show('a timeout', signal(Signal::SIGUSR1, timeout(2)));
$shared = timeout(2);
$a = signal(Signal::SIGUSR1, $shared);
$b = signal(Signal::SIGUSR2, $shared);
show('a shared timeout', $a);
show('a shared timeout', $b);
$state = new FutureState();
$f = signal(Signal::SIGUSR1, (new Future($state))->ignore());
$state->complete(7);
var_dump($f->isCompleted());
show('a value', $f);
$state = new FutureState();
$f = signal(Signal::SIGUSR1, (new Future($state))->ignore());
$e = new LogicException('mine');
$state->error($e);
try { await($f); } catch (Throwable $caught) { var_dump($caught === $e); }
$c = spawn(fn() => delay(2));
show('a coroutine', signal(Signal::SIGUSR1, $c));
$c = spawn(function () { delay(2); throw new DomainException('of the coroutine'); });
show('a failed coroutine', signal(Signal::SIGUSR1, $c));
$c = spawn(fn() => delay(10_000));
$f = signal(Signal::SIGUSR1, $c);
$c->cancel(new AsyncCancellation('enough'));
show('a cancelled coroutine', $f);
echo "the end: nothing listens any more\n";
--EXPECT--
a timeout: Async\TimeoutException: Timeout occurred after 2 milliseconds
a shared timeout: Async\TimeoutException: Timeout occurred after 2 milliseconds
a shared timeout: Async\TimeoutException: Timeout occurred after 2 milliseconds
bool(true)
a value: Async\AsyncCancellation: Signal wait cancelled
bool(true)
a coroutine: Async\AsyncCancellation: Signal wait cancelled
a failed coroutine: DomainException: of the coroutine
a cancelled coroutine: Async\AsyncCancellation: enough
the end: nothing listens any more
