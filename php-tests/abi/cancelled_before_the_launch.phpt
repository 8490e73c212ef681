--TEST--
A coroutine that is made and cancelled before the scheduler is launched is finalised at the end of the script
--DESCRIPTION--
Rules: ABI-116, ABI-117, ABI-118
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
$made = async_test_co_new();
var_dump(async_test_co_cancel($made));
echo "end\n";
?>
--EXPECT--
bool(true)
end
disposed
