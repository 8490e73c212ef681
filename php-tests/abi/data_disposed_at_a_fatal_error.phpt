--TEST--
After a fatal error the data of coroutines of C code is disposed, once, whether they have begun or not
--DESCRIPTION--
Rules: ABI-119, ABI-198
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, suspend};

register_shutdown_function(function () {
    echo "shutdown\n";
});
foreach (['one', 'two'] as $name) {
    async_test_co_waiting($name);
}
suspend();
suspend();
$fails = spawn(function () {
    async_test_co_waiting('not begun');
    eval('function twice() {} function twice() {}');
});
while (true) {
    suspend();
}
?>
--EXPECTF--
Fatal error: Cannot redeclare %s on line %d
disposed: one
disposed: two
disposed: not begun
shutdown
