--TEST--
An event is disposed once, whatever its dispose and its subscribers do
--DESCRIPTION--
Rules: ABI-82, ABI-93, ABI-99, ABI-190
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_disposed_once();
echo "end\n";
--EXPECT--
with a callback of a coroutine: disposed 1 times
a timer is gone
told
with a dispose that notifies: disposed 1 times
told
with a dispose that notifies: disposed 1 times
end
