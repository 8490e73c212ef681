--TEST--
IO handle: a file is opened by a worker; operations wait for it
--DESCRIPTION--
Rules: ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn, delay};

$directory = sys_get_temp_dir() . '/io' . getmypid();
mkdir($directory);
finish(...pair('local'));
delay(1);
$before = open_descriptors();
$file = async_test_io_open("$directory/new", 0101, 0640);
echo 'state ', async_test_io_about($file)['state'], ', mode ', decoct(fileperms("$directory/new") & 0777 & ~umask()), "\n";
echo preg_replace('/\d+/', 'N', async_test_io_about($file)['info']), "\n";
finish($file);

echo "-- what cannot be opened\n";
echo attempt(fn() => async_test_io_open("$directory/missing", 0)), "\n";
echo attempt(fn() => async_test_io_open("$directory/new/below", 0)), "\n";

echo "-- used before it is open\n";
$file = async_test_io_open("$directory/new", 2, 0, false);
echo 'descriptor ', async_test_io_about($file)['fd'], "\n";
$write = async_test_io_begin($file, 'write', 'early');
async_test_io_wait($file, $write);
async_test_io_dispose($write);
echo file_get_contents("$directory/new"), "\n";
finish($file);

echo "-- used, and cannot be opened\n";
$file = async_test_io_open("$directory/missing", 2, 0, false);
$write = async_test_io_begin($file, 'write', 'never');
echo attempt(fn() => async_test_io_wait($file, $write)), "\n";
echo json_encode(async_test_io_outcome($write)), "\n";
async_test_io_dispose($write);
finish($file);

echo "-- closed before it is open\n";
$file = async_test_io_open("$directory/new", 2, 0, false);
finish($file);
for ($i = 0; $i < 5000 && (async_test_counts()[0] > 0 || open_descriptors() > $before); $i++) delay(1);
unlink("$directory/new");
rmdir($directory);
var_dump(async_test_counts()[0], open_descriptors() - $before);
--EXPECT--
state 67, mode 640
IO(type=file, fd=N)
-- what cannot be opened
state closed: true
Async\InputOutputException: Failed to open the file: No such file or directory (os error 2)
state closed: true
Async\InputOutputException: Failed to open the file: Not a directory (os error 20)
-- used before it is open
descriptor -1
early
-- used, and cannot be opened
Async\InputOutputException: Failed to open the file: No such file or directory (os error 2)
{"completed":true,"io_closed":true,"transferred":-1,"message":"Failed to open the file: No such file or directory (os error 2)"}
-- closed before it is open
int(0)
int(0)
