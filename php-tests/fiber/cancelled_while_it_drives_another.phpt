--TEST--
CN-3: cancelling the coroutine of a Fiber reaches what the Fiber waits for in another Fiber that it drives
--DESCRIPTION--
Rules: CN-3, CN-7, FI-13
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{spawn, await, delay};

await(spawn(function () {
    $outer = new Fiber(function () {
        $inner = new Fiber(function () {
            try {
                delay(60000);
            } catch (AsyncCancellation $e) {
                echo "inner: {$e->getMessage()}\n";
                throw $e;
            }
        });
        try {
            $inner->start();
        } catch (AsyncCancellation $e) {
            echo "outer: {$e->getMessage()}\n";
        }
        return 'returned';
    });
    spawn(function () use ($outer) {
        delay(1);
        $outer->getCoroutine()->cancel(new AsyncCancellation('reason'));
    });
    $outer->start();
    echo $outer->getReturn(), "\n";
}));
?>
--EXPECT--
inner: reason
outer: reason
returned
