--TEST--
A microtask that is added before the launch runs when the scheduler is launched; a cancelled one is released without a run
--DESCRIPTION--
Rules: ABI-126, ABI-127, ABI-192
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_early_microtask(1);
async_test_early_microtask(2, true);
async_test_early_microtask(3);
echo "launching\n";
Async\suspend();
echo "behind a switch\n";
?>
--EXPECT--
launching
task 1 runs, launched true, scheduler context true
task 1 freed
task 2 freed
task 3 runs, launched true, scheduler context true
task 3 freed
behind a switch
