--TEST--
CN-17: cancelling a scope, safe or not, defers the cancellation of a protected coroutine; it does not become a zombie
--DESCRIPTION--
Rules: CN-17, CN-5, PR-4, SC-20, SC-22
Order: dependent
--FILE--
<?php
use function Async\{suspend, protect};
use Async\{Scope, AsyncCancellation};

foreach ([Scope::inherit()->allowZombies(), new Scope] as $s) {
    $c = $s->spawn(function () {
        try {
            protect(function () { echo "in\n"; suspend(); suspend(); echo "out\n"; });
            echo "never\n";
        } catch (AsyncCancellation $e) {
            echo $e->getMessage(), "\n";
        }
    });
    suspend();
    $s->cancel(new AsyncCancellation('deferred'));
    var_dump($c->isCancellationRequested(), $s->isCancelled(), $s->isClosed());
    suspend(); suspend(); suspend();
    var_dump($s->isClosed(), $c->isCancelled());
}
--EXPECT--
in
bool(true)
bool(true)
bool(false)
out
deferred
bool(true)
bool(true)
in
bool(true)
bool(true)
bool(false)
out
deferred
bool(true)
bool(true)
