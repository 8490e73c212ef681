--TEST--
The group of input and output can be registered over, and passes calls on
--DESCRIPTION--
Rules: ABI-167, ABI-172
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';

echo json_encode(async_test_io_register(true)), "\n";
[$io, $peer] = pair('local');
async_test_io_write($peer, 'x');
echo async_test_io_read($io, 1), "\n";
finish($io, $peer);
echo json_encode(async_test_io_register(false)), "\n";
--EXPECT--
[true,true,0]
x
[true,true,2]
