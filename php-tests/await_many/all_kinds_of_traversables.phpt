--TEST--
AA-1: arrays, generators, iterators, aggregates and SPL structures are walked alike
--DESCRIPTION--
Rules: AA-1, AA-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await_all_or_fail};

$task = fn($v) => spawn(fn() => $v);
$fixed = SplFixedArray::fromArray([$task(1), $task(2)]);
$storage = new SplObjectStorage; $storage[$task(5)] = 1; $storage[$task(6)] = 2;
$inputs = [
    [$task(1), 'k' => $task(2)],
    (function () use ($task) { yield 'a' => $task(1); yield 'b' => $task(2); })(),
    new ArrayIterator(['x' => $task(1), 'y' => $task(2)]),
    new ArrayObject(['x' => $task(3), 9 => $task(4)]),
    $fixed,
    $storage,
    new class($task) implements IteratorAggregate {
        function __construct(private Closure $task) {}
        function getIterator(): Iterator { return new ArrayIterator(['agg' => ($this->task)('g')]); }
    },
    new LimitIterator(new ArrayIterator([$task(1), $task(2), $task(3)]), 1, 1),
    (function () use ($task) { yield '5' => $task('numeric string'); })(),
];
foreach ($inputs as $input) echo json_encode(await_all_or_fail($input)), "\n";
--EXPECT--
{"0":1,"k":2}
{"a":1,"b":2}
{"x":1,"y":2}
{"x":3,"9":4}
[1,2]
[5,6]
{"agg":"g"}
{"1":2}
{"5":"numeric string"}
