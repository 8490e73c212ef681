--TEST--
Sockets that listen on a path, on IPv6, on a name, and two on one port
--DESCRIPTION--
Rules: ABI-31, ABI-155
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();
async_test_listen_kinds(directory() . '/socket');
?>
--EXPECT--
path: taken 1, the path, port 0
the path stays true
again: NULL
IPv6: ::1, port given, only 1
one port twice: both
without the flag: refused
a name: resolved
