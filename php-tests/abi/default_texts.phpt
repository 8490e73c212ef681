--TEST--
What the helpers throw with and without a format of the caller, and with an exception that is pending
--DESCRIPTION--
Rules: ABI-9, ABI-17, ABI-174, ABI-175, ABI-176, ABI-177
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_default_texts();
?>
--EXPECT--
borrowed true
throw: Async\PollException: formatted 1
cancellation: Async\AsyncCancellation: formatted 2
cancellation by default: Async\AsyncCancellation: The operation was canceled
timeout: Async\TimeoutException: after 3
timeout by default: Async\TimeoutException: A timeout of 4 microseconds occurred
previous true
cancellation after a timeout: Async\AsyncCancellation: The operation was canceled by timeout
created Async\AsyncException, pending false
