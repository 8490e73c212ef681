--TEST--
CN-10: after a self-cancel an escaping exception gets the stored cancellation as previous
--DESCRIPTION--
Rules: CN-10, CN-6, EX-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, current_coroutine};
use Async\AsyncCancellation;

$c = spawn(function () { current_coroutine()->cancel(new AsyncCancellation('me')); throw new LogicException('body'); });
try {
    await($c);
} catch (Throwable $e) {
    echo get_class($e), ' ', $e->getMessage(), ' <- ', get_class($e->getPrevious()), ' ', $e->getPrevious()->getMessage(), "\n";
}
--EXPECT--
LogicException body <- Async\AsyncCancellation me
