--TEST--
Every derived future of a tree is settled, whatever its siblings do
--DESCRIPTION--
Rules: FU-23, FU-31, FU-43
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$all = [
    $future->map(fn() => throw new LogicException('one')),
    $future->map(function () { delay(1); return 'two'; }),
    $future->map(fn() => throw new LogicException('three'))->ignore(),
    $future->finally(fn() => suspend()),
    $future->map(fn($v) => $v),
];
$state->complete('v');
[$values, $errors] = Async\await_all($all);
ksort($values);
echo json_encode($values), ' ', implode(', ', array_map(fn($e) => $e->getMessage(), $errors)), "\n";
--EXPECT--
{"1":"two","3":"v","4":"v"} one, three
