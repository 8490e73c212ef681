--TEST--
PHP threads are not there: their slots throw, or fill in the error of the transfer, and return what says "failed"
--DESCRIPTION--
Rules: ABI-121, ABI-159
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_unavailable();
?>
--EXPECTF--
new_thread_event failed: Async\AsyncException: PHP threads %s
start_thread failed: Async\AsyncException: PHP threads %s
new_thread_pool failed: Async\AsyncException: ThreadPool %s
snapshot_create failed: Async\AsyncException: PHP threads %s
transfer_zval: PHP threads %s, result null
transfer_zval failed: no exception
transfer_zval_toplevel failed: Async\AsyncException: PHP threads %s
load_zval_toplevel failed: Async\AsyncException: PHP threads %s
mutex as expected: true
references left: 1
