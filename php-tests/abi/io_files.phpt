--TEST--
IO handle: files are read, written, appended to and flushed by workers, each operation after the one before
--DESCRIPTION--
Rules: ABI-156, ABI-157
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn};

$path = tempnam(sys_get_temp_dir(), 'io');
const RDWR = 2, WRONLY = 1, O_APPEND = 1024;
$file = async_test_io_open($path, RDWR);
$expected = '';
$requests = [];
for ($i = 0; $i < 50; $i++) {
    $expected .= $text = "<$i:" . str_repeat(chr(97 + $i % 26), 31 * $i) . '>';
    if ($i % 2) {
        async_test_io_send($file, $text);
    } else {
        $requests[] = async_test_io_begin($file, 'write', $text);
    }
}
$flush = async_test_io_begin($file, 'flush');
async_test_io_wait($file, $flush);
// Everything before it is done.
foreach ($requests as $request) {
    if (!async_test_io_outcome($request)['completed']) echo "NOT COMPLETED\n";
    async_test_io_dispose($request);
}
async_test_io_dispose($flush);
echo 'freed ', async_test_io_freed(), ', ', file_get_contents($path) === $expected ? 'the same' : 'DIFFERENT', "\n";
echo 'size ', var_export(async_test_io_stat($file) === strlen($expected), true), "\n";

echo "-- reading goes on where writing has ended\n";
var_dump(async_test_io_read($file, 10), (async_test_io_about($file)['state'] & EOF) !== 0);
var_dump(async_test_io_seek($file, 0, SEEK_SET), (async_test_io_about($file)['state'] & EOF) !== 0);
echo read_all($file, 777) === $expected ? 'the same' : 'DIFFERENT', "\n";
var_dump(async_test_io_seek($file, -3, SEEK_END) === strlen($expected) - 3, async_test_io_read($file, 100));
var_dump(async_test_io_seek($file, 1, SEEK_SET), async_test_io_seek($file, 2, SEEK_CUR), async_test_io_read($file, 2));
var_dump(async_test_io_seek($file, -100, SEEK_SET), async_test_io_seek($file, 0, 17));

echo "-- reads that wait are served one after the other\n";
async_test_io_seek($file, 0, SEEK_SET);
$reads = [];
for ($i = 0; $i < 10; $i++) $reads[] = async_test_io_begin($file, 'read', 100);
$all = '';
foreach ($reads as $read) {
    async_test_io_wait($file, $read);
    $all .= async_test_io_bytes($read);
    async_test_io_dispose($read);
}
echo $all === substr($expected, 0, 1000) ? 'the same' : 'DIFFERENT', "\n";
finish($file);

echo "-- appending\n";
file_put_contents($path, 'begin');
$a = async_test_io_open($path, RDWR | O_APPEND);
$b = async_test_io_open($path, WRONLY | O_APPEND);
async_test_io_write($a, ' a');
async_test_io_write($b, ' b');
async_test_io_seek($a, 0, SEEK_SET);
async_test_io_write($a, ' c');
echo file_get_contents($path), "\n";
finish($a, $b);

echo "-- where a handle begins\n";
$file = async_test_io_open($path, RDWR);
async_test_io_seek($file, 3, SEEK_SET);
$fd = async_test_io_about($file)['fd'];
$other = async_test_io_create($fd, FILE, READABLE | APPEND);
async_test_io_write($other, ' d');
echo file_get_contents($path), "\n";
finish($other, $file);

echo "-- what fails\n";
$file = async_test_io_open($path, WRONLY);
echo attempt(fn() => async_test_io_read($file, 10)), "\n";
echo attempt(fn() => async_test_io_write($file, '')), ' ', var_export(attempt(fn() => async_test_io_read($file, 0)), true), "\n";
finish($file);
unlink($path);
var_dump(async_test_counts()[0]);
--EXPECT--
freed 25, the same
size true
-- reading goes on where writing has ended
string(0) ""
bool(true)
int(0)
bool(false)
the same
bool(true)
string(3) "xx>"
int(1)
int(3)
string(2) "><"
int(-1)
int(-1)
-- reads that wait are served one after the other
the same
-- appending
begin a b c
-- where a handle begins
begin a b c d
-- what fails
Async\InputOutputException: Failed to read the file: Bad file descriptor (os error 9)
0 ''
int(0)
