--TEST--
No slot of a started module is NULL but those that the ABI lets be
--DESCRIPTION--
Rules: ABI-20, ABI-121, ABI-141, ABI-142, ABI-146, ABI-147
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
// ABI-184: the macros of these look whether they are set.
$may = ['zend_async_reactor_quiesce_fn', 'zend_async_sigaction_fn', 'zend_async_coroutine_get_execute_data_fn',
    'zend_async_before_fork_fn', 'zend_async_after_fork_child_fn'];
foreach (array_diff(async_test_empty_slots(), $may) as $name) echo "$name is NULL\n";
echo "looked\n";
?>
--EXPECT--
looked
