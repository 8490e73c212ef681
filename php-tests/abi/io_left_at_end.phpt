--TEST--
IO handle: a read that nothing waits for does not keep the script alive, and what is left ends with the reactor
--DESCRIPTION--
Rules: ABI-77, ABI-146, ABI-158, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{delay, spawn};
watchdog();

[$io, $peer] = pair('tcp');
async_test_io_leave($io, 'read');
[$pipe, $writer] = pair('pipe');
async_test_io_leave($pipe, 'read');
async_test_io_leave(async_test_udp_bind('127.0.0.1'), 'receive');
// The peers stay open: nothing is answered.
foreach ([$peer, $writer] as $io) async_test_io_leave($io, 'nothing');
async_test_report_at_end();

// As long as there are coroutines it is something that can happen.
echo 'counted ', async_test_counts()[0], "\n";
spawn(function () { delay(1); echo "a coroutine runs to its end\n"; });
register_shutdown_function(function () {
    echo "shutdown function\n";
    spawn(function () { delay(1); echo "its coroutine, too\n"; });
    // Something that the read could end, because there is a coroutine again.
    echo 'counted ', async_test_counts()[0], "\n";
});
echo "end of the script\n";
?>
--EXPECT--
counted 3
end of the script
a coroutine runs to its end
shutdown function
counted 3
its coroutine, too
left 5: completed 3, closed under it 3, answered 0, handles closed 3, descriptors open 2, freed 0, told 0
at end: events 0, coroutines 0, late runs 0
