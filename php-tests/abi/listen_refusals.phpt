--TEST--
What cannot be listened on is refused with an exception
--DESCRIPTION--
Rules: ABI-75, ABI-155
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_listen_refusals();
?>
--EXPECT--
port -1: Async\InputOutputException: Failed to listen on 127.0.0.1:-1: Invalid argument (os error 22)
port 70000: Async\InputOutputException: Failed to listen on 127.0.0.1:70000: Invalid argument (os error 22)
no path: Async\InputOutputException: Failed to listen on *: Invalid argument (os error 22)
empty path: Async\InputOutputException: Failed to listen on : Invalid argument (os error 22)
long path: NULL, Async\InputOutputException
an address of others: Async\InputOutputException: Failed to listen on 192.0.2.1:0: Cannot assign requested address (os error 99)
no address: Async\InputOutputException: Failed to listen on 300.300.300.300:0: Name or service not known
a port in use: NULL
a closed one is started: true, starts 0
