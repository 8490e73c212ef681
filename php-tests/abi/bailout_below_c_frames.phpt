--TEST--
A fatal error below C frames of an internal coroutine ends the request in order
--DESCRIPTION--
Rules: ABI-15, ABI-198, ABI-211
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
register_shutdown_function(function () {
    echo "shutdown\n";
});
async_test_bailout(function () {
    eval('function twice() {} function twice() {}');
});
echo "not reached\n";
?>
--EXPECTF--
before the bailout

Fatal error: Cannot redeclare %s on line %d
shutdown
