--TEST--
AA-48: an object that is no coroutine wakes the coroutine that waits, at any position and in every await_* function
--DESCRIPTION--
Rules: AA-48, AA-30, AA-32, AA-34
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, await_all, await_all_or_fail, await_any_or_fail, await_any_of_or_fail, await_first_success};
use AsyncTest\Unreplayable;

for ($position = 0; $position < 3; $position++) {
    $make = function () use ($position) {
        $items = [new Unreplayable, new Unreplayable, new Unreplayable];
        spawn(fn() => $items[$position]->cancel());
        return $items;
    };
    $all = function () use ($make, $position) {
        $items = $make();
        foreach ($items as $other => $item) {
            if ($other !== $position) {
                spawn(fn() => $item->cancel());
            }
        }
        return $items;
    };
    echo json_encode([
        await_any_or_fail($make()), await_first_success($make()), await_any_of_or_fail(1, $make()),
        await_all_or_fail($all()), await_all($all()),
    ]), "\n";
}
--EXPECT--
[null,[null,[]],[null],[null,null,null],[[null,null,null],[]]]
[null,[null,[]],{"1":null},[null,null,null],[[null,null,null],[]]]
[null,[null,[]],{"2":null},[null,null,null],[[null,null,null],[]]]
