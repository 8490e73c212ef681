--TEST--
A script ends with active events behind which there is nothing
--DESCRIPTION--
Rules: ABI-146, ABI-158
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();
[$in, $out] = pair('pipe');
// Called when the script has waited for what it has to wait for.
register_shutdown_function(finish(...), $in, $out);
async_test_io_event($in, 'multishot');
async_test_io_event($in, 'start');
echo 'active: ', async_test_counts()[0], "\n";
?>
--EXPECT--
active: 1
