--TEST--
After the request no event and no coroutine is counted
--DESCRIPTION--
Rules: ABI-71, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
echo implode(", ", async_test_counts()), "\n";
async_test_report_at_end();
async_test_sleep(1);
echo implode(", ", async_test_counts()), "\n";
async_test_fd_wait(10, -1);
async_test_internal_coroutine_cancelled();
async_test_shared_event(true);
echo implode(", ", async_test_counts()), "\n";
?>
--EXPECTF--
0, 0
0, 1
cancel true, %A
0, 1
at end: events 0, coroutines 0, late runs 0
