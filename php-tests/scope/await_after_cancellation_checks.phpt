--TEST--
SC-40, SC-41, SC-42, SC-45: when awaitAfterCancellation() does not wait
--DESCRIPTION--
Rules: SC-40, SC-41, SC-42, SC-45, SC-33
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, timeout, await, delay};
use Async\{Scope, AsyncCancellation};

function attempt(string $what, callable $call): void
{
    echo "$what: ";
    try { $call(); echo "returns\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$s = new Scope;
attempt('before the start', fn() => $s->awaitAfterCancellation());
$c = $s->spawn(function () use ($s) {
    try { delay(100_000); }
    catch (AsyncCancellation) { attempt('from inside, in the catch block', fn() => $s->awaitAfterCancellation()); delay(300); }
});
attempt('not cancelled', fn() => $s->awaitAfterCancellation());
attempt('not callable', fn() => $s->awaitAfterCancellation('no function'));
attempt('no token', fn() => $s->awaitAfterCancellation(null, new stdClass));
suspend();
$s->cancel();
suspend();
attempt('token fires', fn() => $s->awaitAfterCancellation(null, timeout(2)));
$done = spawn(fn() => 1);
await($done);
attempt('token has fired', fn() => $s->awaitAfterCancellation(cancellation: $done));
$w = spawn(fn() => $s->awaitAfterCancellation());
suspend();
$w->cancel(new AsyncCancellation('the waiter'));
attempt('cancelled waiter', fn() => await($w));
attempt('until the end', fn() => $s->awaitAfterCancellation());
attempt('released', fn() => $s->awaitAfterCancellation());
$idle = new Scope;
$idle->cancel();
attempt('closed', fn() => $idle->awaitAfterCancellation());
--EXPECT--
before the start: returns
not cancelled: Async\AsyncException: Attempt to await a Scope that has not been cancelled
not callable: TypeError: Async\Scope::awaitAfterCancellation(): Argument #1 ($errorHandler) must be a valid callback or null, function "no function" not found or invalid function name
no token: TypeError: Async\Scope::awaitAfterCancellation(): Argument #2 ($cancellation) must be of type ?Async\Awaitable, stdClass given
from inside, in the catch block: Async\AsyncException: Cannot await completion of scope from a coroutine that belongs to the same scope or its children
token fires: Async\OperationCanceledException: Operation has been cancelled
token has fired: Async\OperationCanceledException: Operation has been cancelled
cancelled waiter: Async\AsyncCancellation: the waiter
until the end: returns
released: returns
closed: returns
