--TEST--
A fatal error in a microtask releases it and the ones behind it once, without running them
--DESCRIPTION--
Rules: ABI-126, ABI-127, ABI-15
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
register_shutdown_function(function () {
    echo "shutdown\n";
});
Async\await(Async\spawn(function () {
    async_test_early_microtask(1);
    async_test_early_microtask(2, false, true);
    async_test_early_microtask(3);
    async_test_early_microtask(4, true);
    Async\suspend();
    echo "not reached\n";
}));
echo "not reached\n";
?>
--EXPECTF--
task 1 runs, launched true, scheduler context true
task 1 freed
task 2 runs, launched true, scheduler context true

Fatal error: fatal in a microtask in %s on line %d
task 2 freed
task 3 freed
task 4 freed
shutdown
