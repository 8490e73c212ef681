--TEST--
SC-31 to SC-34, SC-40 to SC-42: the checks of the two waits come in the order of the rules
--DESCRIPTION--
Rules: SC-31, SC-32, SC-33, SC-40, SC-41, SC-42
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, timeout};
use Async\{Scope, AsyncCancellation};

function attempt(string $what, callable $call): void
{
    echo "$what: ";
    try { $call(); echo "returns\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$s = new Scope;
$child = Scope::inherit($s);
// Not cancelled comes before "from inside".
await($s->spawn(fn() => attempt('after, inside, not cancelled', fn() => $s->awaitAfterCancellation())));
await($child->spawn(fn() => attempt('after, below, not cancelled', fn() => $s->awaitAfterCancellation())));
// Cancelled comes before "from inside".
$c = $child->spawn(function () use ($s) {
    try { while (true) suspend(); }
    catch (AsyncCancellation) {
        attempt('completion, below, cancelled', fn() => $s->awaitCompletion(timeout(1000)));
        attempt('after, below, cancelled', fn() => $s->awaitAfterCancellation());
    }
});
suspend();
$s->cancel();
suspend();
// Closed comes before everything, also for a coroutine that is still in the scope.
$s = new Scope;
$s->spawn(function () use ($s) {
    try { while (true) suspend(); }
    catch (AsyncCancellation) {
        $s->cancel();
        var_dump($s->isClosed());
        attempt('completion, inside, closed', fn() => $s->awaitCompletion(timeout(1000)));
        attempt('after, inside, closed', fn() => $s->awaitAfterCancellation());
    }
});
suspend();
$s->cancel();
suspend();
--EXPECT--
after, inside, not cancelled: Async\AsyncException: Attempt to await a Scope that has not been cancelled
after, below, not cancelled: Async\AsyncException: Attempt to await a Scope that has not been cancelled
completion, below, cancelled: Async\AsyncCancellation: The scope has been cancelled
after, below, cancelled: Async\AsyncException: Cannot await completion of scope from a coroutine that belongs to the same scope or its children
bool(true)
completion, inside, closed: returns
after, inside, closed: returns
