--TEST--
A notification of one waiter allocates nothing; one of 100,000 subscribers is removed without a search; timers are armed cheaply
--DESCRIPTION--
Rules: ABI-92
Order: independent
--SKIPIF--
<?php
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (getenv('TEST_UNDER') || getenv('USE_ZEND_ALLOC') === '0') die('skip measures');
?>
--FILE--
<?php
async_test_notify_allocates();

/* The bounds are measured in this run: what a search through the subscribers would take, and a system call. */
$best = fn(callable $measured) => min(array_map(fn() => $measured(), range(1, 3)));
$search = $best(fn() => async_test_search_speed(100_000));
foreach (['newest first', 'oldest first', 'any', 'any, of coroutines'] as $order => $name) {
    foreach ([false, true] as $by_header) {
        $each = $best(fn() => async_test_callback_speed(100_000, $order, $by_header));
        echo "$name: ", $each < $search / 4 ? "no search" : "$each ns of $search", "\n";
    }
}
$call = $best(fn() => async_test_system_call_speed(100_000));
foreach ([1, 10_000] as $armed) {
    $pair = 1e9 / max(array_map(fn() => async_test_timer_speed(100_000, $armed), range(1, 3)));
    echo "timer among $armed: ", $pair < 20 * $call ? "cheap" : "$pair ns, a system call $call", "\n";
}
?>
--EXPECT--
notify: engine allocations 0, others none
newest first: no search
newest first: no search
oldest first: no search
oldest first: no search
any: no search
any: no search
any, of coroutines: no search
any, of coroutines: no search
timer among 1: cheap
timer among 10000: cheap
