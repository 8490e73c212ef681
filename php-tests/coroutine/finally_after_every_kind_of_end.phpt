--TEST--
CO-30: finally handlers run after return, exception, cancellation and cancellation before the start
--DESCRIPTION--
Rules: CO-30, CN-2, CO-39
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\{Coroutine, AsyncCancellation};

$make = function (string $name, callable $task) {
    $c = spawn($task);
    $c->finally(function (Coroutine $c) use ($name) {
        echo "$name: ", $c->getException() ? get_class($c->getException()) : 'no exception', "\n";
    });
    return $c;
};
$wait = function ($c) { try { await($c); echo "value\n"; } catch (Throwable $e) { echo $e->getMessage(), "\n"; } };
$wait($make('return', fn() => 1));
$wait($make('exception', fn() => throw new Exception('own')));
$c = $make('cancelled', fn() => delay(1000)); suspend(); $c->cancel(new AsyncCancellation('later')); $wait($c);
$c = $make('before start', fn() => print "never\n"); $c->cancel(new AsyncCancellation('early')); $wait($c);
--EXPECT--
return: no exception
value
exception: Exception
own
cancelled: Async\AsyncCancellation
later
before start: Async\AsyncCancellation
early
