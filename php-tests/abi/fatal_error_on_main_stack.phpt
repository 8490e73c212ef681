--TEST--
A fatal error in what a coroutine calls on the main stack ends the request in order
--DESCRIPTION--
Rules: ABI-142, ABI-15
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
register_shutdown_function(function () {
    echo "shutdown\n";
});
Async\await(Async\spawn(function () {
    try {
        async_test_main_stack("fatal");
    } finally {
        echo "not reached\n";
    }
}));
echo "not reached\n";
?>
--EXPECTF--
Fatal error: fatal on the main stack in %s on line %d
shutdown
