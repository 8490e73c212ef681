--TEST--
FI-13, CN-11: of two cancellations of a Fiber that runs, the first is delivered when it parks
--DESCRIPTION--
Rules: FI-13, CN-11, CN-12
Order: independent
--FILE--
<?php
use function Async\{await, spawn, suspend};
use Async\AsyncCancellation;

await(spawn(function () {
    $outer = new Fiber(function () {
        $own = Fiber::getCurrent()->getCoroutine();
        $inner = new Fiber(function () use ($own) {
            foreach (['first', 'second'] as $reason) { $own->cancel(new AsyncCancellation($reason)); suspend(); echo "not interrupted\n"; }
        });
        $inner->start();
        try { Fiber::suspend(); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
    });
    $outer->start();
    await($outer->getCoroutine());
    var_dump($outer->isTerminated());
}));
--EXPECT--
not interrupted
not interrupted
first
bool(true)
