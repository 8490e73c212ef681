--TEST--
Sending files: places at the end of all numbers, files that are not in memory, and a source that is closed
--DESCRIPTION--
Rules: ABI-156, ABI-157
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();
file_put_contents($name = directory() . '/file', implode('', range('A', 'Z')));
$file = async_test_io_open($name, 0);
[$in, $out] = pair('tcp');
foreach ([PHP_INT_MAX, PHP_INT_MAX - 5, PHP_INT_MAX - 20, 1 << 62, 26, -2, PHP_INT_MIN] as $offset) {
    echo attempt(fn() => async_test_io_sendfile($out, $file, $offset, 10)), "\n";
}
echo async_test_io_sendfile($out, $file, 20, 10), ' ', read_exactly($in, 6), "\n";
finish($file);

echo "-- one that no cache has, from a place in it\n";
$version = async_test_io_open('/proc/version', 0);
echo async_test_io_sendfile($out, $version, 6, 10), ' ';
var_dump(read_exactly($in, 10) === substr(file_get_contents('/proc/version'), 6, 10));
finish($version, $in, $out);

echo "-- closed while it is sent\n";
file_put_contents($name, text(3_000_000));
foreach ([false, true] as $nonblocking) {
    [$r, $w] = async_test_io_pair('local');
    if ($nonblocking) async_test_io_descriptor($w, 'set nonblocking');
    [$in, $out] = [async_test_io_create($r, PIPE, READABLE), async_test_io_create($w, PIPE, WRITABLE)];
    $file = async_test_io_open($name, 0);
    $waiter = spawn(fn() => attempt(fn() => async_test_io_sendfile($out, $file, 0, 3_000_000)));
    delay(5);
    $second = async_test_io_sendfile($out, $file, 0, 10, false);
    $write = async_test_io_begin($out, 'write', 'behind it');
    async_test_io_close($file);
    echo await($waiter), "\n";
    echo json_encode(array_slice(async_test_io_outcome($second), 0, 3)), "\n";
    async_test_io_dispose($second);
    async_test_io_release($file);
    $all = '';
    while (!str_ends_with($all, 'behind it')) $all .= async_test_io_read($in, 100_000);
    $sent = substr($all, 0, -strlen('behind it'));
    echo strlen($sent) < 3_000_000 && str_starts_with(text(3_000_000), $sent) ? 'its beginning' : 'WRONG', "\n";
    echo async_test_io_outcome($write)['transferred'], "\n";
    async_test_io_dispose($write);
    finish($in, $out);
}
$from = async_test_io_open($name, 0);
$to = async_test_io_open("$name.copy", 0102, 0600);
$copies = [];
for ($i = 0; $i < 3; $i++) $copies[] = async_test_io_sendfile($to, $from, 0, 3_000_000, false);
async_test_io_close($from);
foreach ($copies as $copy) {
    echo json_encode(array_slice(async_test_io_outcome($copy), 0, 3)), "\n";
    async_test_io_dispose($copy);
}
echo async_test_io_write($to, 'x'), "\n";
async_test_io_release($from);
finish($to);
var_dump(async_test_counts()[0]);
?>
--EXPECT--
0
0
0
0
0
Async\InputOutputException: A file is sent from a place in it, or from -1, its position
Async\InputOutputException: A file is sent from a place in it, or from -1, its position
6 UVWXYZ
-- one that no cache has, from a place in it
10 bool(true)
-- closed while it is sent
Async\InputOutputException: Stream was closed
{"completed":true,"io_closed":true,"transferred":-1}
its beginning
9
Async\InputOutputException: Stream was closed
{"completed":true,"io_closed":true,"transferred":-1}
its beginning
9
{"completed":true,"io_closed":true,"transferred":-1}
{"completed":true,"io_closed":true,"transferred":-1}
{"completed":true,"io_closed":true,"transferred":-1}
1
int(0)
