--TEST--
AA-3: where PHP cannot append there is an Error, and no outcome is lost silently
--DESCRIPTION--
Rules: AA-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await_all, await_all_or_fail};

$full = function () {
    yield PHP_INT_MAX => spawn(fn() => 'last place');
    yield null => spawn(fn() => 'no place');
};
foreach (['Async\await_all_or_fail', 'Async\await_all'] as $call) {
    try {
        var_dump($call($full()));
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Cannot add element to the array as the next element is already occupied
Cannot add element to the array as the next element is already occupied
