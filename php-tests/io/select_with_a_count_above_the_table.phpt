--TEST--
HK-5: select() with a count above the kernel's table touches no memory behind the caller's set
--DESCRIPTION--
Rules: HK-5, SEL-9
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_select_beyond_the_set();
?>
--EXPECT--
select: 0, changed behind the set: 0
