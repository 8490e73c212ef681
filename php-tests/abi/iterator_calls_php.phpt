--TEST--
An iterator of C code calls a PHP function with value and key; false stops, and what it throws is stored and cancels the others
--DESCRIPTION--
Rules: ABI-143
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

async_test_iterator_call(['a' => 1, 'b' => 2], function ($value, $key) {
    echo "$key $value\n";
}, 1);
async_test_iterator_call([1, 2, 3], function ($value) {
    echo "$value\n";
    return $value < 2;
}, 1);
async_test_iterator_call([1, 2], function ($value) {
    if ($value == 2) {
        throw new LogicException();
    }
    try {
        delay(60000);
        echo "not reached\n";
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
        throw $e;
    } finally {
        echo "left\n";
    }
}, 0);
// The call was interrupted, not the coroutine.
var_dump(Async\current_coroutine()->isCancelled());
suspend();
echo "gone on\n";
?>
--EXPECT--
a 1
b 2
1
2
Cancellation of the iterator due to an exception
left
stored: LogicException
bool(false)
gone on
