--TEST--
AA-24: below a scope that is not safe, a failing walk cancels what the iterator has started, with its own message
--DESCRIPTION--
Rules: AA-20, AA-21, AA-24
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all, await_first_success, delay};
use Async\{Scope, AsyncCancellation};

$walk = function (string $name) {
    spawn(function () use ($name) {
        try {
            for ($i = 0; $i < 20; $i++) suspend();
            echo "$name: lives on\n";
        } catch (AsyncCancellation $e) {
            echo "$name: ", $e->getMessage(), "\n";
        }
    });
    yield spawn(fn() => 'complete');
    suspend(); suspend();
    // Fetched, but never advanced past: it is not registered, and never runs.
    yield spawn(function () use ($name) { echo "$name: never\n"; });
    throw new RuntimeException($name);
};
foreach (['not safe' => new Scope, 'safe' => Scope::inherit()] as $name => $s) {
    $bystander = $s->spawn(function () { for ($i = 0; $i < 30; $i++) suspend(); return 'the caller\'s scope is unharmed'; });
    echo await($s->spawn(function () use ($walk, $name) {
        try {
            await_all($walk($name)); echo "not reached\n";
        } catch (RuntimeException $e) {
            return get_class($e) . ' ' . $e->getMessage() . ', previous ' . var_export($e->getPrevious(), true);
        }
    })), "\n";
    echo await($bystander), "\n";
}
// Items that are waited for have failed before, which a collecting variant keeps to itself.
foreach ([new Scope, Scope::inherit()] as $s) {
    echo await($s->spawn(function () {
        $failing = function () {
            yield spawn(function () { suspend(); throw new Exception('item'); });
            yield null;
            for ($i = 0; $i < 4; $i++) suspend();
            throw new LogicException('iterator');
        };
        try {
            await_first_success($failing());
        } catch (LogicException $e) {
            return $e->getMessage() . ', previous ' . var_export($e->getPrevious(), true);
        }
    })), "\n";
}
--EXPECT--
not safe: Cancellation of the iterator due to an exception
RuntimeException not safe, previous NULL
the caller's scope is unharmed
RuntimeException safe, previous NULL
safe: lives on
the caller's scope is unharmed
iterator, previous NULL
iterator, previous NULL
