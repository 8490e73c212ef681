--TEST--
AA-1, AA-2, AA-3: what cannot be walked, awaited or used as a key is an AsyncException
--DESCRIPTION--
Rules: AA-1, AA-2, AA-3, AP-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await_any_or_fail, await_first_success, await_all_or_fail, await_all, await_any_of_or_fail, await_any_of};

class Fake implements Async\Awaitable {}
class Broken implements IteratorAggregate { function getIterator(): Iterator { throw new LogicException('no iterator'); } }
$show = function (callable $f) {
    try { $f(); echo "accepted\n"; } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
};

foreach (['await_any_or_fail', 'await_first_success', 'await_all_or_fail', 'await_all'] as $f) {
    $show(fn() => ("Async\\$f")(42));
}
$show(fn() => await_any_of(1, 42));
$show(fn() => await_any_of_or_fail(1, new stdClass));
foreach ([42, 'text', new stdClass, new Fake, 1.5, []] as $item) $show(fn() => await_all([$item]));
$show(fn() => await_all((function () { yield new stdClass; })()));
foreach ([new stdClass, 1.5, true, []] as $key) $show(fn() => await_all((function () use ($key) { yield $key => spawn(fn() => 1); })()));
$show(fn() => await_all(new Broken));
$show(fn() => await_all([], new Fake));
$show(fn() => await_all());
$show(fn() => await_any_of(1));
$show(fn() => await_any_of('many', []));
$show(fn() => await_all([], null, true, false, 5));
$show(fn() => await_any_or_fail([], null, true));
[$r] = await_all((function () { yield null => spawn(fn() => 'a'); yield 'k' => spawn(fn() => 'b'); yield null => spawn(fn() => 'c'); })());
echo json_encode($r), "\n";
--EXPECT--
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected parameter 'iterable' to be an array or an object implementing Traversable
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Expected item to be an Async\Awaitable object
Async\AsyncException: Invalid key type: must be string, long or null
Async\AsyncException: Invalid key type: must be string, long or null
Async\AsyncException: Invalid key type: must be string, long or null
Async\AsyncException: Invalid key type: must be string, long or null
LogicException: no iterator
Async\AsyncException: An object of class Fake cannot be awaited: it has no event
ArgumentCountError: Async\await_all() expects at least 1 argument, 0 given
ArgumentCountError: Async\await_any_of() expects at least 2 arguments, 1 given
TypeError: Async\await_any_of(): Argument #1 ($count) must be of type int, string given
ArgumentCountError: Async\await_all() expects at most 4 arguments, 5 given
ArgumentCountError: Async\await_any_or_fail() expects at most 2 arguments, 3 given
{"0":"a","k":"b","1":"c"}
