--TEST--
An unhandled rejection of a future derived from a completed source is raised in the scope, unless it is ignored
--DESCRIPTION--
Rules: FU-25, FU-30, FU-31
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

set_error_handler(fn($n, $text) => true);
$scope = new Async\Scope();
$scope->setExceptionHandler(function ($scope, $coroutine, $e) use (&$handled) { $handled[] = $e->getMessage(); });
await($scope->spawn(function () {
    Future::completed(1)->map(fn() => throw new LogicException('thrown'));
    Future::completed(1)->map(fn() => throw new LogicException('ignored'))->ignore();
    Future::failed(new LogicException('passed on'))->map(fn() => 1);
    $awaited = Future::completed(1)->map(fn() => throw new LogicException('awaited'));
    try { $awaited->await(); } catch (LogicException $e) { echo 'caught: ', $e->getMessage(), "\n"; }
    $derived = Future::completed(1)->map(fn() => throw new LogicException('derived'));
    echo 'value: ', $derived->catch(fn($e) => $e->getMessage())->await(), "\n";
}));
for ($i = 0; $i < 1000; $i++) suspend();
sort($handled);
echo implode(', ', $handled), "\n";
--EXPECT--
caught: awaited
value: derived
passed on, thrown
