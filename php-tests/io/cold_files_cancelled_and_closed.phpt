--TEST--
A read that waits for the disk is cancelled at once and has consumed nothing; a close waits for it
--DESCRIPTION--
Rules: io IO-3, io IO-13, io CX-6
--ENV--
UV_THREADPOOL_SIZE=1
--SKIPIF--
<?php
require __DIR__ . '/../lib/cold_file.php';
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('async_jobs'))) die('skip needs async_jobs');
if ($why = no_cold_files()) die("skip $why");
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('async_jobs');

use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/cold_file.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(40);
$dir = temporary_directory();
$file = "$dir/file";
file_put_contents($file, $text = str_repeat("a line of thirty-two bytes, yes\n", 65536));
set_error_handler(function (int $code, string $message) { echo "error: $message\n"; return true; });

$ways = [
    'fread' => fn($handle) => fread($handle, 8192),
    'fgets' => fn($handle) => fgets($handle),
    'stream_get_contents' => fn($handle) => stream_get_contents($handle),
    'file_get_contents' => fn() => file_get_contents($file),
];
foreach ($ways as $name => $way) {
    // The first attempt makes the kernel read ahead: a fast disk may have answered before the worker is asked.
    for ($try = 0; $try < 50; $try++) {
        if ($cached = throw_out_of_cache($file)) echo "$cached bytes are still cached\n";
        // The only worker is busy until the reader is cancelled.
        $busy = spawn(fn() => jobs_checksum(1, 100_000_000));
        suspend();
        $handle = fopen($file, 'r');
        $reader = spawn($way, $handle);
        suspend();
        if (!$reader->isCompleted()) break;
        await($busy);
    }
    $reader->cancel(new Async\AsyncCancellation('enough'));
    try {
        await($reader);
        echo "$name: not cancelled\n";
    } catch (Async\AsyncCancellation $e) {
        printf("%s: %s, at %d, %s\n", $name, $e->getMessage(), ftell($handle), feof($handle) ? 'at the end' : 'not at the end');
    }
    await($busy);
    echo stream_get_contents($handle) === $text ? "the same\n" : "another text\n";
}

// Others wait for their turn, and get what is theirs.
throw_out_of_cache($file);
$handle = fopen($file, 'r');
$parts = array_map(fn() => spawn(fn() => fread($handle, 1 << 19)), range(1, 4));
$read = implode('', array_map(fn($part) => await($part), $parts));
echo $read === $text ? "four readers: the same\n" : "four readers: another text\n";

throw_out_of_cache($file);
$handle = fopen($file, 'r');
$reader = spawn(fn() => fread($handle, 1 << 23));
suspend();
$closer = spawn(fn() => fclose($handle));
var_dump(await($reader) === $text, await($closer), is_resource($handle));
--EXPECT--
fread: enough, at 0, not at the end
the same
fgets: enough, at 0, not at the end
the same
stream_get_contents: enough, at 0, not at the end
the same
file_get_contents: enough, at 0, not at the end
the same
four readers: the same
bool(true)
bool(true)
bool(false)
