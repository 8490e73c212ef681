--TEST--
A listening socket tells of every connection once; stopped, connections wait in the queue
--DESCRIPTION--
Rules: ABI-61, ABI-75, ABI-76, ABI-82, ABI-88, ABI-89, ABI-95, ABI-96, ABI-155
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_listen();
var_dump(async_test_counts()[0]);
?>
--EXPECT--
Listen(host=127.0.0.1, port=0), extra zeroed, backlog 16, host 127.0.0.1
address 0: 127.0.0.1, port given
too little room: ENOSPC
started: counted 1
taken 4, blocking false, for exec false
abcd
stopped: taken 0, counted 0
started again, and stopped by the first: taken 1
and again: taken 2
nobody is there: taken 2, counted 1
now: taken 3, counted 1
disposed while it is told: taken 4, counted 0
then: refused
int(0)
