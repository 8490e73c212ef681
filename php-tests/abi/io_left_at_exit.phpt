--TEST--
IO handle: after exit() nothing keeps the script alive, and what was handed over is released
--DESCRIPTION--
Rules: ABI-146, ABI-156, ABI-157, ABI-212, core SH-8
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();

// The peers stay as they are: nothing is answered.
[$io, $peer] = pair('tcp');
async_test_io_event($io, 'start');
async_test_io_leave($io, 'read');
async_test_io_leave($peer, 'nothing');
[$io, $peer] = pair('tcp', 4096);
async_test_io_leave($io, 'nothing');
async_test_io_leave($peer, 'write');
async_test_report_at_end();
echo "exit\n";
exit(0);
?>
--EXPECT--
exit
left 4: completed 1, closed under it 1, answered 0, handles closed 2, descriptors open 2, freed 1
at end: events 0, coroutines 0, late runs 0
