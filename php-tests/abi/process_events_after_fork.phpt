--TEST--
A fork sees the end of its parent's children and takes nothing from its parent
--DESCRIPTION--
Rules: ABI-151, ABI-153
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
$output = async_test_process_after_fork();
var_dump($output === implode("\n", range(1, 2000)) . "\n", async_test_counts()[0]);
--EXPECT--
here: 3 0
in the fork: -1 -1
bool(true)
int(0)
