--TEST--
A handler registered before launch follows the main coroutine
--DESCRIPTION--
Rules: ABI-132, ABI-131, ABI-111, ABI-183
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_main_start_handler();
echo "end of script\n";
?>
--EXPECT--
launched before: false
added true
duplicate false
main handler: is main true, enter true, finishing false
launched
main handler: is main true, enter false, finishing false
main handler: is main true, enter true, finishing false
slept
end of script
main handler: is main true, enter false, finishing true
