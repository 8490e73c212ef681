--TEST--
IO-4: what an error handler writes to a pipe after a write to a file has failed waits for room, and lets others run
--DESCRIPTION--
Rules: io IO-4, io HK-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();
$cat = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
$file = fopen(temporary_directory() . '/file', 'x');
$only_read = fopen(__FILE__, 'r');
set_error_handler(function (int $level, string $message) use ($pipes) {
    echo preg_replace('~^.*?: ~', '', $message), "\n";
    // More than two pipes hold.
    echo fwrite($pipes[0], str_repeat('x', 1 << 20)), " bytes written\n";
    fclose($pipes[0]);
});
$reader = spawn(fn() => strlen(stream_get_contents($pipes[1])));
$writer = spawn(function () use ($only_read, $file) {
    var_dump(fwrite($file, str_repeat('y', 1 << 20)));
    var_dump(fwrite($only_read, 'z'));
});
await($writer);
echo await($reader), " bytes read\n";
?>
--EXPECT--
int(1048576)
Write of 1 bytes failed with errno=9 Bad file descriptor
1048576 bytes written
bool(false)
1048576 bytes read
