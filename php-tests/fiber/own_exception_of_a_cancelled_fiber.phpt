--TEST--
FI-13, FI-6: a Fiber that answers its cancellation with an exception of its own, while it is about to be resumed
--DESCRIPTION--
Rules: FI-6, FI-13
Order: dependent
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};
use Async\AsyncCancellation;

function fiber(): Fiber {
    $f = new Fiber(function () {
        try { Fiber::suspend(); } finally { throw new RuntimeException('own'); }
    });
    $f->start();
    return $f;
}
function attempt(callable $body): void {
    try { $body(); echo "no exception\n"; }
    catch (Throwable $e) {
        for (; $e; $e = $e->getPrevious()) echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
function demonstrate(): void {
    echo "- resumed\n";
    $f = fiber();
    $own = $f->getCoroutine();
    $own->cancel(new AsyncCancellation('reason'));
    attempt(fn() => $f->resume());
    var_dump($f->isTerminated(), $own->isCancelled(), $own->getException()->getMessage());
    echo "- again\n";
    attempt(fn() => $f->resume());
    attempt(fn() => await($own));

    echo "- thrown into\n";
    $f = fiber();
    $f->getCoroutine()->cancel();
    attempt(fn() => $f->throw(new LogicException));
}
function demonstrate_with_parent(): void {
    echo "- parent cancelled by itself\n";
    $parent = spawn(function () use (&$parent) {
        $f = fiber();
        $f->getCoroutine()->cancel();
        $parent->cancel();
        attempt(fn() => $f->resume());
    });
    attempt(fn() => await($parent));

    echo "- parent cancelled while it waits for its turn\n";
    $parent = spawn(function () use (&$parent) {
        $f = fiber();
        spawn(fn() => $parent->cancel(new AsyncCancellation('parent')));
        $f->getCoroutine()->cancel();
        attempt(fn() => $f->resume());
        attempt(fn() => await($f->getCoroutine()));
    });
    await($parent);
}
suspend();
echo "main resumes\n";
demonstrate();
echo "a coroutine resumes\n";
await(spawn(demonstrate(...)));
demonstrate_with_parent();
echo "end\n";
--EXPECT--
main resumes
- resumed
FiberError: Cannot resume a fiber that is not suspended
RuntimeException: own
Async\AsyncCancellation: reason
bool(true)
bool(true)
string(3) "own"
- again
FiberError: Cannot resume a fiber that is not suspended
RuntimeException: own
Async\AsyncCancellation: reason
- thrown into
FiberError: Cannot resume a fiber that is not suspended
RuntimeException: own
Async\AsyncCancellation: Coroutine cancelled
a coroutine resumes
- resumed
FiberError: Cannot resume a fiber that is not suspended
RuntimeException: own
Async\AsyncCancellation: reason
bool(true)
bool(true)
string(3) "own"
- again
FiberError: Cannot resume a fiber that is not suspended
RuntimeException: own
Async\AsyncCancellation: reason
- thrown into
FiberError: Cannot resume a fiber that is not suspended
RuntimeException: own
Async\AsyncCancellation: Coroutine cancelled
- parent cancelled by itself
FiberError: Cannot resume a fiber that is not suspended
RuntimeException: own
Async\AsyncCancellation: Coroutine cancelled
Async\AsyncCancellation: Coroutine cancelled
- parent cancelled while it waits for its turn
Async\AsyncCancellation: parent
RuntimeException: own
Async\AsyncCancellation: Coroutine cancelled
end
