--TEST--
Failing C factories, the circuit breaker from C, an exception in flight
--DESCRIPTION--
Rules: ABI-9, ABI-165, ABI-166, PO-3, PO-9, PO-21, CB-2
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_pool_failures();
?>
--EXPECT--
destroyed 1
pool NULL
first resources: Exception: the second cannot be made
got false
failing factory: Exception: the factory fails
got false
silent factory: Async\PoolException: Failed to create pool resource
got false
inactive: Async\ServiceUnavailableException: Service is unavailable (circuit breaker is open)
got false
inactive: no exception
made 1
got true
before release 1
destroyed 1
after the release: Exception: in flight
got false
no factory: Async\PoolException: Failed to create pool resource
foreign resource: Pool(idle=1, active=0, reserved=0, max=1)
