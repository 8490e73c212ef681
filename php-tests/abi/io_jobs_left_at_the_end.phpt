--TEST--
IO handle: what a worker still uses when the reactor is stopped stays open until it is done: a later file does not get its descriptor
--DESCRIPTION--
Rules: ABI-146, ABI-157
Order: dependent (between stop and start nothing may wait in the event loop, as all does that is simulated)
--EXTENSIONS--
posix
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$dir = make_temporary_directory();
file_put_contents("$dir/source", str_repeat('public ', 300_000));
file_put_contents("$dir/secret", str_repeat('SECRET ', 300_000));

/** Opens a file until it has the number, if that is free. */
function open_as(int $number, string $file, string $mode): array
{
    do {
        $files[] = fopen($file, $mode);
    } while (count($files) < 20 && @readlink("/proc/self/fd/$number") !== $file);
    return $files;
}

/** A FIFO that is full after 64 KiB. */
function reader(string $fifo)
{
    posix_mkfifo($fifo, 0600);
    $reader = fopen($fifo, 'r+');
    stream_set_blocking($reader, false);
    stream_set_read_buffer($reader, 0);
    return $reader;
}

/** As much as comes, until there was nothing for a while. */
function everything($reader): string
{
    for ($all = '', $empty = 0; $empty < 50; time_nanosleep(0, 2_000_000)) {
        $part = (string) fread($reader, 1 << 20);
        $empty = $part === '' ? $empty + 1 : 0;
        $all .= $part;
    }
    return $all;
}

// Two handles of one job.
$reader = reader("$dir/output");
$in = async_test_io_open("$dir/source", 0);
$out = async_test_io_open("$dir/output", 1);
$number = async_test_io_about($out)['fd'];
$requests = [async_test_io_sendfile($out, $in, 0, 2_100_000, false)];
usleep(50_000);
async_test_reactor_stop();
$files = open_as($number, "$dir/victim", 'c+');
fwrite(end($files), "precious\n");
printf("%d bytes, of the other file %s\n", strlen(everything($reader)), json_encode(file_get_contents("$dir/victim")));

// Two jobs with one handle, of which one ends first.
async_test_reactor_start();
$handles = [$in, $out];
$handles[] = $in = async_test_io_open("$dir/source", 0);
$number = async_test_io_about($in)['fd'];
foreach (['short' => 70_000, 'long' => 2_100_000] as $name => $length) {
    $readers[$name] = reader("$dir/$name");
    $handles[] = $out = async_test_io_open("$dir/$name", 1);
    $requests[] = async_test_io_sendfile($out, $in, 0, $length, false);
}
usleep(50_000);
async_test_reactor_stop();
async_test_reactor_start();
$short = strlen(everything($readers['short']));
// What has ended is freed in a turn.
await(spawn(fn() => gethostbyname('localhost')));
delay(20);
$files = open_as($number, "$dir/secret", 'r');
$long = everything($readers['long']);
printf("%d and %d bytes, %d of the other file\n", $short, strlen($long), substr_count($long, 'SECRET'));
$files = null;
array_map(async_test_io_dispose(...), $requests);
array_map(async_test_io_release(...), $handles);
remove_tree($dir);
?>
--EXPECT--
2100000 bytes, of the other file "precious\n"
70000 and 2100000 bytes, 0 of the other file
