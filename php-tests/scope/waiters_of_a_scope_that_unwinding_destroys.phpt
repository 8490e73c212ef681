--TEST--
SC-37: every coroutine that waits for a scope hears that it was cancelled, also where an exception has destroyed its parent
--DESCRIPTION--
Rules: SC-37, ABI-93
Order: independent
--FILE--
<?php
use Async\Scope;
use function Async\{await, delay, spawn, suspend, timeout};

function fails(array &$waiters): void
{
    $parent = new Scope;
    $child = Scope::inherit($parent);
    $child->spawn(fn() => delay(10_000));
    suspend();
    foreach ([1, 2, 3] as $number) {
        $waiters[] = spawn(function () use ($child) {
            try {
                $child->awaitCompletion(timeout(30_000));
                return 'normal';
            } catch (Async\AsyncCancellation $e) {
                return get_class($e);
            }
        });
    }
    while (array_filter($waiters, fn($waiter) => !$waiter->isStarted())) {
        suspend();
    }
    throw new Exception('x');
}

$waiters = [];
try {
    fails($waiters);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
unset($e);
foreach ($waiters as $waiter) {
    echo await($waiter), "\n";
}
?>
--EXPECT--
x
Async\AsyncCancellation
Async\AsyncCancellation
Async\AsyncCancellation
