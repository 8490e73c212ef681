--TEST--
CN-6: a Fiber that cancels its own coroutine goes on, and its later suspensions are not interrupted
--DESCRIPTION--
Rules: CN-6, CN-8, CN-10, CN-17, CO-12, FI-2, FI-12
Order: independent
--FILE--
<?php
use function Async\{await, current_coroutine, delay, protect, spawn, suspend};
use Async\AsyncCancellation;

function show(Throwable $e): void {
    for (; $e; $e = $e->getPrevious()) echo $e::class, ': ', $e->getMessage(), "\n";
}
function cancel_self(string $reason): void {
    $own = Fiber::getCurrent()->getCoroutine();
    $own->cancel(new AsyncCancellation($reason));
    echo $own->isCancellationRequested() ? 'requested' : 'not requested', $own->isCancelled() ? ' cancelled' : '', "\n";
}
function report(Fiber $f): void {
    $own = $f->getCoroutine();
    var_dump($own->isCancelled(), $own->getResult());
    try { await($own); } catch (Throwable $e) { show($e); }
    var_dump($own->getException() === $e);
}
function demonstrate(): void {
    echo "- parks and waits\n";
    $f = new Fiber(function () {
        echo "on\n";
        cancel_self('stop');
        echo "on2\n";
        suspend();
        echo Fiber::suspend('x'), "\n";
        delay(1);
        $inner = new Fiber(fn() => delay(1));
        $inner->start();
        return 'result';
    });
    echo $f->start(), "\n";
    suspend();
    $f->resume('on3');
    echo $f->getReturn(), "\n";
    report($f);

    echo "- the first reason is kept, also within protect()\n";
    $f = new Fiber(function () { protect(fn() => cancel_self('first')); cancel_self('second'); });
    $f->start();
    report($f);

    echo "- and throws\n";
    $f = new Fiber(function () { cancel_self('stop'); throw new LogicException('own'); });
    try { $f->start(); } catch (LogicException $e) { show($e); }
    report($f);

    echo "- and is cancelled by another afterwards\n";
    $f = new Fiber(function () {
        cancel_self('self');
        try { Fiber::suspend(); } catch (AsyncCancellation $e) { show($e); }
    });
    $f->start();
    $f->getCoroutine()->cancel(new AsyncCancellation('other'));
    try { await($f->getCoroutine()); } catch (AsyncCancellation) { }
    report($f);

    echo "- while it is delivered a cancellation\n";
    $f = new Fiber(function () { try { Fiber::suspend(); } catch (AsyncCancellation) { cancel_self('self'); delay(1); return 'result'; } });
    $f->start();
    $f->getCoroutine()->cancel();
    try { await($f->getCoroutine()); } catch (AsyncCancellation) { }
    report($f);

    echo "- parked and dropped\n";
    $f = new Fiber(function () { cancel_self('stop'); Fiber::suspend(); echo "never\n"; });
    $f->start();
    $own = $f->getCoroutine();
    unset($f);
    try { await($own); } catch (AsyncCancellation $e) { show($e); }
    var_dump($own->isCancelled(), current_coroutine()->isCancellationRequested());
}
suspend();
echo "main drives\n";
demonstrate();
echo "a coroutine drives\n";
await(spawn(demonstrate(...)));
--EXPECT--
main drives
- parks and waits
on
requested
on2
x
on3
result
bool(true)
string(6) "result"
Async\AsyncCancellation: stop
bool(true)
- the first reason is kept, also within protect()
requested
requested
bool(true)
NULL
Async\AsyncCancellation: first
bool(true)
- and throws
requested
LogicException: own
Async\AsyncCancellation: stop
bool(true)
NULL
LogicException: own
Async\AsyncCancellation: stop
bool(true)
- and is cancelled by another afterwards
requested
Async\AsyncCancellation: other
bool(true)
NULL
Async\AsyncCancellation: self
bool(true)
- while it is delivered a cancellation
requested
bool(true)
string(6) "result"
Async\AsyncCancellation: self
bool(true)
- parked and dropped
requested
Async\AsyncCancellation: stop
bool(true)
bool(false)
a coroutine drives
- parks and waits
on
requested
on2
x
on3
result
bool(true)
string(6) "result"
Async\AsyncCancellation: stop
bool(true)
- the first reason is kept, also within protect()
requested
requested
bool(true)
NULL
Async\AsyncCancellation: first
bool(true)
- and throws
requested
LogicException: own
Async\AsyncCancellation: stop
bool(true)
NULL
LogicException: own
Async\AsyncCancellation: stop
bool(true)
- and is cancelled by another afterwards
requested
Async\AsyncCancellation: other
bool(true)
NULL
Async\AsyncCancellation: self
bool(true)
- while it is delivered a cancellation
requested
bool(true)
string(6) "result"
Async\AsyncCancellation: self
bool(true)
- parked and dropped
requested
Async\AsyncCancellation: stop
bool(true)
bool(false)
