--TEST--
Any number of coroutines await one future; all get the same value or exception object, again and again
--DESCRIPTION--
Rules: FU-16, FU-17, FU-18, FU-20
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$object = new stdClass();
$waiters = [];
for ($i = 0; $i < 20; $i++) $waiters[] = spawn($i % 2 ? fn() => $future->await() : fn() => await($future));
spawn(fn() => $state->complete($object));
$same = 0;
foreach ($waiters as $w) $same += await($w) === $object;
var_dump($same, $future->await() === $object, Async\await_all_or_fail([$future])[0] === $object);

$state = new FutureState();
$future = new Future($state);
$error = new LogicException('e');
$waiters = [];
for ($i = 0; $i < 20; $i++) $waiters[] = spawn(function () use ($future) {
    try { $future->await(); } catch (LogicException $e) { return $e; }
});
spawn(fn() => $state->error($error));
$same = 0;
foreach ($waiters as $w) $same += await($w) === $error;
[, $errors] = Async\await_all([$future]);
var_dump($same, $errors[0] === $error);
--EXPECT--
int(20)
bool(true)
bool(true)
int(20)
bool(true)
