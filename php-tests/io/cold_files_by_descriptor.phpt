--TEST--
A file that is in memory in part is read as in stock PHP through streams that take what one read returns
--DESCRIPTION--
Rules: io IO-1, io IO-3
--SKIPIF--
<?php
require __DIR__ . '/../lib/cold_file.php';
if ($why = no_cold_files(waits: false)) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/cold_file.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(40);
$file = temporary_directory() . '/file';
file_put_contents($file, $text = implode('', array_map(fn($i) => sprintf("%015d\n", $i), range(0, 262143))));
$other = spawn(fn() => delay(30_000));

/** A stream of this file that another wrapper opens. */
function by_descriptor(string $file)
{
    $first = fopen($file, 'r');
    foreach (scandir('/proc/self/fd') as $fd) {
        if (@readlink("/proc/self/fd/$fd") === $file) return fopen("php://fd/$fd", 'r');
    }
}

foreach (['fopen' => fn() => fopen($file, 'r'), 'php://fd' => fn() => by_descriptor($file)] as $name => $open) {
    await(spawn(function () use ($name, $open, $file, $text) {
        $handle = $open();
        throw_out_of_cache($file);
        exec('dd bs=4096 count=1 status=none of=/dev/null if=' . escapeshellarg($file));
        // In memory is what the kernel has read ahead, and a read behind its end meets both.
        $cached = (int) exec('fincore --bytes --noheadings --output RES ' . escapeshellarg($file));
        if ($cached < 4096 || $cached >= strlen($text) - 8192) echo "$cached bytes are cached\n";
        fseek($handle, $cached - 4096);
        $read = fread($handle, 8192);
        echo "$name: ", strlen($read), $read === substr($text, $cached - 4096, 8192) ? '' : ', other bytes', "\n";
    }));
}
$other->cancel();
?>
--EXPECT--
fopen: 8192
php://fd: 8192
