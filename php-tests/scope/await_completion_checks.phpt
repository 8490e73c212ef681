--TEST--
SC-30, SC-31, SC-32, SC-33, SC-34: when awaitCompletion() does not wait
--DESCRIPTION--
Rules: SC-30, SC-31, SC-32, SC-33, SC-34, AP-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, timeout, await};
use Async\{Scope, AsyncException};

function attempt(string $what, callable $call): void
{
    echo "$what: ";
    try { $call(); echo "returns\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$s = new Scope;
attempt('before the start', fn() => $s->awaitCompletion(timeout(1000)));
var_dump(Async\get_coroutines());
attempt('without token', fn() => $s->awaitCompletion());
attempt('null', fn() => $s->awaitCompletion(null));
spawn(fn() => 1);
attempt('idle', fn() => $s->awaitCompletion(timeout(1000)));
$k = Scope::inherit($s);
attempt('idle with idle child', fn() => $s->awaitCompletion(timeout(1000)));
class Own implements Async\Awaitable {}
attempt('awaitable of a user class', fn() => $s->awaitCompletion(new Own));

$await = fn() => attempt('from inside', fn() => $s->awaitCompletion(timeout(1000)));
await($s->spawn($await));
await($k->spawn($await));

$s->spawn(function () { try { suspend(); suspend(); } finally { suspend(); } });
suspend();
$s->cancel();
attempt('cancelled', fn() => $s->awaitCompletion(timeout(1000)));
suspend(); suspend();
attempt('released', fn() => $s->awaitCompletion(timeout(1000)));
$closed = new Scope;
$closed->dispose();
attempt('closed', fn() => $closed->awaitCompletion(timeout(1000)));

$root = $deep = new Scope;
for ($i = 1; $i <= 64; $i++) $keep[] = $deep = Scope::inherit($deep);
attempt('64 levels', fn() => $root->awaitCompletion(timeout(1000)));
await($deep->spawn(fn() => attempt('from 64 levels below', fn() => $root->awaitCompletion(timeout(1000)))));
$keep[] = $deep = Scope::inherit($deep);
attempt('65 levels', fn() => $root->awaitCompletion(timeout(1000)));
await($deep->spawn(fn() => attempt('from 65 levels below', fn() => $root->awaitCompletion(timeout(1000)))));
--EXPECT--
before the start: returns
array(0) {
}
without token: ArgumentCountError: Async\Scope::awaitCompletion() expects exactly 1 argument, 0 given
null: TypeError: Async\Scope::awaitCompletion(): Argument #1 ($cancellation) must be of type Async\Awaitable, null given
idle: returns
idle with idle child: returns
awaitable of a user class: Async\AsyncException: An object of class Own cannot be awaited: it has no event
from inside: Async\AsyncException: Cannot await completion of scope from a coroutine that belongs to the same scope or its children
from inside: Async\AsyncException: Cannot await completion of scope from a coroutine that belongs to the same scope or its children
cancelled: Async\AsyncCancellation: The scope has been cancelled
released: returns
closed: returns
64 levels: returns
from 64 levels below: Async\AsyncException: Cannot await completion of scope from a coroutine that belongs to the same scope or its children
65 levels: Async\AsyncException: Maximum recursion depth exceeded while checking coroutine containment
from 65 levels below: Async\AsyncException: Maximum recursion depth exceeded while checking coroutine containment
