--TEST--
An event that is finished when it would be started ends the wait without a switch
--DESCRIPTION--
Rules: ABI-113, ABI-115, ABI-85
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_fast_return();
?>
--EXPECT--
replayed: resumed true, value 10, others ran false
replayed: counter 1, armed 0, disarmed 0
completed in start: resumed true, value 11, others ran false
completed in start: counter 1, armed 1, disarmed 1
empty waker: resumed true, others ran false
