--TEST--
A proxy that is given back, disposed or stopped while another one of the same poll event is told is not told
--DESCRIPTION--
Rules: ABI-82, ABI-83, ABI-148
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_proxies_released();
?>
--EXPECT--
released: told 1, references of the poll event 2, events +0
disposed: told 1, references of the poll event 2, events +0
stopped: told 1, references of the poll event 5, events +0
kept elsewhere: told 4, references of the poll event 5, events +0
