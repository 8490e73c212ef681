--TEST--
IO handle: when C code stops the reactor, operations end, others are refused, and go on when it is started again
--DESCRIPTION--
Rules: ABI-146, ABI-157
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();

$path = tempnam(sys_get_temp_dir(), 'io');
[$io, $peer] = pair('local');
[$idle, $other] = pair('local');
$file = async_test_io_open($path, 2);
$udp = async_test_udp_bind('127.0.0.1');
$read = async_test_io_begin($io, 'read', 100);
$datagram = async_test_udp_begin($udp, 100);
async_test_reactor_stop();
$outcome = async_test_io_outcome($read);
echo json_encode([$outcome['completed'], $outcome['io_closed']]), json_encode(async_test_udp_outcome($datagram));
echo ' counted ', async_test_counts()[0], "\n";
async_test_io_dispose($read);
async_test_udp_dispose($datagram);

echo "-- stopped: what needs it fails, what can be done at once is done\n";
$read = async_test_io_begin($idle, 'read', 100);
echo async_test_io_outcome($read)['message'] ?? 'no message', "\n";
async_test_io_dispose($read);
$write = async_test_io_begin($other, 'write', 'input');
echo async_test_io_outcome($write)['transferred'], "\n";
async_test_io_dispose($write);
$flush = async_test_io_begin($file, 'flush');
echo async_test_io_outcome($flush)['message'] ?? 'no message', "\n";
async_test_io_dispose($flush);

echo "-- started again\n";
async_test_reactor_start();
for ($got = ''; strlen($got) < 5;) $got .= async_test_io_read($idle, 5 - strlen($got));
echo $got, ' ', async_test_io_write($file, 'text'), ' ', file_get_contents($path), "\n";
finish($io, $peer, $idle, $other, $file, $udp);
unlink($path);
var_dump(async_test_counts()[0]);
?>
--EXPECT--
[true,true][true,true,-1] counted 0
-- stopped: what needs it fails, what can be done at once is done
Failed to read: Bad file descriptor (os error 9)
5
Failed to flush the file: Invalid argument (os error 22)
-- started again
input 4 text
int(0)