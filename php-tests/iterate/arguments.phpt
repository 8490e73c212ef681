--TEST--
IT-2: wrong arguments, and iterators that cannot be had
--DESCRIPTION--
Rules: IT-2, AP-1
Order: independent
--FILE--
<?php
use function Async\iterate;

class Broken implements IteratorAggregate { function getIterator(): Iterator { throw new LogicException('no iterator'); } }
foreach ([42, 'text', null, new stdClass, 1.5] as $bad) {
    try { iterate($bad, fn() => print "called\n"); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
foreach ([fn() => iterate([1], 'no such function'), fn() => iterate([1]),
    fn() => iterate([1], fn() => 1, 'many'), fn() => iterate([1], fn() => 1, 0, true, 1),
    fn() => iterate(new Broken, fn() => print "called\n")] as $f) {
    try { $f(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
iterate(callback: function ($v, $k) { echo "$k $v\n"; }, cancelPending: false, iterable: ['a' => 1], concurrency: 2);
var_dump(iterate([], fn() => print "called\n"), iterate(new EmptyIterator, fn() => print "called\n"));
--EXPECT--
Async\iterate(): Argument #1 ($iterable) must be of type array|Traversable, int given
Async\iterate(): Argument #1 ($iterable) must be of type array|Traversable, string given
Async\iterate(): Argument #1 ($iterable) must be of type array|Traversable, null given
Async\iterate(): Argument #1 ($iterable) must be of type array|Traversable, stdClass given
Async\iterate(): Argument #1 ($iterable) must be of type array|Traversable, float given
TypeError: Async\iterate(): Argument #2 ($callback) must be a valid callback, function "no such function" not found or invalid function name
ArgumentCountError: Async\iterate() expects at least 2 arguments, 1 given
TypeError: Async\iterate(): Argument #3 ($concurrency) must be of type int, string given
ArgumentCountError: Async\iterate() expects at most 4 arguments, 5 given
LogicException: no iterator
a 1
NULL
NULL
