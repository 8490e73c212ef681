--TEST--
A write does not block the process: to the window of a terminal that is not read, and to a full eventfd
--DESCRIPTION--
Rules: ABI-31, ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\delay;
watchdog();
[$w, $t] = async_test_tty_pair(true);
$window = async_test_io_create($w, TTY, READABLE | WRITABLE);
$write = async_test_io_begin($window, 'write', text(100_000));
delay(5);
echo 'window: ', async_test_io_outcome($write)['completed'] ? 'completed' : 'waits', "\n";
$terminal = async_test_io_create($t, TTY, READABLE);
for ($all = ''; strlen($all) < 100_000;) $all .= async_test_io_read($terminal, 5000);
delay(1);
echo $all === text(100_000) ? 'read' : 'DIFFERENT', ', ', async_test_io_outcome($write)['transferred'], "\n";
async_test_io_dispose($write);
finish($window, $terminal);

$counter = async_test_io_create(async_test_eventfd(), PIPE, READABLE | WRITABLE);
echo 'eventfd: ', async_test_io_write($counter, pack('P', -3)), ' ';
$write = async_test_io_begin($counter, 'write', pack('P', 5));
delay(5);
echo async_test_io_outcome($write)['completed'] ? 'completed' : 'waits', "\n";
echo unpack('P', async_test_io_read($counter, 8))[1], "\n";
delay(5);
echo async_test_io_outcome($write)['transferred'], ' ', unpack('P', async_test_io_read($counter, 8))[1], "\n";
async_test_io_dispose($write);
finish($counter);
var_dump(async_test_counts()[0]);
?>
--EXPECT--
window: waits
read, 100000
eventfd: 8 waits
-3
8 5
int(0)
