--TEST--
Operations on files that wait for another process: others do not wait for them, and nor does the end
--DESCRIPTION--
Rules: ABI-83, ABI-146, ABI-156, ABI-157
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/directory.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\delay;
watchdog();
$fifo = directory() . '/fifo';
posix_mkfifo($fifo, 0600);
$counts = fn(string $what) => printf("%s: active %d\n", $what, async_test_counts()[0]);

$opening = [];
for ($i = 0; $i < 8; $i++) {
    $opening[] = async_test_io_open($fifo, 0, 0, false);
}
delay(5);
$counts('opening');
$file = async_test_io_open(__FILE__, 0);
echo json_encode(async_test_io_read($file, 5)), "\n";
finish($file);
$waits = async_test_io_begin($opening[0], 'read', 10);
foreach ($opening as $handle) async_test_io_release($handle);
$counts('given back, but for a read');
async_test_io_dispose($waits);
$counts('the read, too');

echo "-- a file handle on a pipe\n";
[$in, $out] = async_test_io_pair('pipe');
$in = async_test_io_create($in, FILE, READABLE);
$read = async_test_io_begin($in, 'read', 10);
delay(5);
$counts('reading');
async_test_io_dispose($read);
$counts('given up');
async_test_io_release($in);
$closed = async_test_io_open($fifo, 0, 0, false);
async_test_io_close($closed);
$counts('closed while it opens');
async_test_io_release($closed);

echo "-- what was opened meanwhile is closed\n";
$late = async_test_io_open($fifo, 0, 0, false);
delay(5);
async_test_io_release($late);
$before = count(scandir('/proc/self/fd'));
fclose(fopen($fifo, 'r+'));
// The threads live in real time, which a command takes; what they have opened is closed in a turn of the loop.
$more = fn() => count(scandir('/proc/self/fd')) - $before;
for ($i = 0; $i < 200 && ($i < 2 || $more() > 0); $i++) {
    exec('sleep 0.02');
    delay(1);
}
echo $more(), "\n";

echo "-- one that cannot be opened fails what waits for it\n";
$nothing = async_test_io_open("$fifo/nothing", 0, 0, false);
$read = async_test_io_begin($nothing, 'read', 10);
for ($i = 0; $i < 200 && !async_test_io_outcome($read)['completed']; $i++) {
    exec('sleep 0.005');
    delay(1);
}
echo json_encode(array_slice(async_test_io_outcome($read), 0, 4)), "\n";
async_test_io_dispose($read);
async_test_io_release($nothing);
$counts('nothing is left');

// Workers that never come back.
$opening = async_test_io_open($fifo, 0, 0, false);
[$in] = async_test_io_pair('pipe');
$reading = async_test_io_create($in, FILE, READABLE);
$read = async_test_io_begin($reading, 'read', 10);
delay(5);
register_shutdown_function(function () use ($opening, $reading, $read) {
    async_test_io_dispose($read);
    finish($opening, $reading);
});
exit("the end\n");
?>
--EXPECT--
opening: active 8
"<?php"
given back, but for a read: active 1
the read, too: active 0
-- a file handle on a pipe
reading: active 1
given up: active 0
closed while it opens: active 0
-- what was opened meanwhile is closed
0
-- one that cannot be opened fails what waits for it
{"completed":true,"io_closed":true,"transferred":-1,"message":"Failed to open the file: Not a directory (os error 20)"}
nothing is left: active 0
the end
