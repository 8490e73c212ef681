--TEST--
AA-40: nothing to wait for gives the empty result of each function at once
--DESCRIPTION--
Rules: AA-40, AA-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, await_any_or_fail, await_first_success, await_all_or_fail, await_all, await_any_of_or_fail, await_any_of};

$other = spawn(fn() => print "other\n");
$inputs = [
    'array' => fn() => [], 'generator' => fn() => (function () { yield from []; })(), 'iterator' => fn() => new EmptyIterator,
    'ArrayObject' => fn() => new ArrayObject, 'SplFixedArray' => fn() => new SplFixedArray(0),
    'nulls' => fn() => [null, 'k' => null], 'SplFixedArray of nulls' => fn() => new SplFixedArray(3),
];
foreach ($inputs as $name => $input) {
    $ok = await_any_or_fail($input()) === null && await_first_success($input()) === [null, []] && await_all_or_fail($input()) === []
        && await_all($input()) === [[], []] && await_any_of_or_fail(2, $input()) === [] && await_any_of(2, $input()) === [[], []];
    echo $name, ': ', var_export($ok, true), "\n";
    if ($name === 'array') echo "no turn so far\n";
}
--EXPECT--
array: true
no turn so far
other
generator: true
iterator: true
ArrayObject: true
SplFixedArray: true
nulls: true
SplFixedArray of nulls: true
