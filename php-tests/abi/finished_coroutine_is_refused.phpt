--TEST--
Resuming or enqueuing a coroutine that has finished or was never enqueued throws; in scheduler context a late wake-up is only false
--DESCRIPTION--
Rules: ABI-115, ABI-116
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, spawn};

function attempt($name, $call) {
    try {
        $done = var_export($call(), true);
        echo "$name: $done\n";
    } catch (Async\AsyncException $e) {
        echo "$name: ", $e->getMessage(), "\n";
    }
}

$c = spawn(fn() => 'result');
await($c);
attempt('resumed', fn() => async_test_co_resume($c));
attempt('resumed with an error', fn() => async_test_co_resume($c, new Exception));
attempt('enqueued', fn() => async_test_co_enqueue($c));
async_test_co_resume_in_reactor($c);
echo await($c), "\n";

$new = async_test_co_new();
attempt('never enqueued, resumed', fn() => async_test_co_resume($new));
async_test_co_enqueue($new);
echo await($new), "\n";

echo 'counts: ', implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
resumed: Cannot resume a coroutine that has not been suspended
resumed with an error: Cannot resume a coroutine that has not been suspended
enqueued: Cannot enqueue a coroutine that has finished
resumed by the reactor: false: no exception
result
never enqueued, resumed: Cannot resume a coroutine that has not been suspended
body
disposed
result
counts: 0 1
