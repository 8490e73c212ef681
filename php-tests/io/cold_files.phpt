--TEST--
While a file is read that is not in the page cache, others run; where C code may not be left, it is read blocking
--DESCRIPTION--
Rules: io IO-3, io W-8, io W-11
--SKIPIF--
<?php
require __DIR__ . '/../lib/cold_file.php';
if ($why = no_cold_files()) die("skip $why");
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/cold_file.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(40);
$dir = temporary_directory();
$file = "$dir/file";
file_put_contents($file, $text = str_repeat("a line of thirty-two bytes, yes\n", 65536));
$through = function (callable $read) use ($file) {
    $handle = fopen($file, 'r');
    // Not appended to a string: where each allocation is a new one (AddressSanitizer, valgrind), that copies all of it every time.
    for ($parts = []; ($part = $read($handle)) !== false && $part !== ''; $parts[] = $part);
    return [implode('', $parts), ftell($handle), feof($handle)];
};
$ways = [
    'file_get_contents' => fn() => file_get_contents($file),
    'file://' => fn() => file_get_contents("file://$file"),
    'file' => fn() => implode('', file($file)),
    'fread' => fn() => $through(fn($handle) => fread($handle, 8192)),
    'fread of all' => fn() => $through(fn($handle) => fread($handle, 1 << 23)),
    'fgets' => fn() => $through(fn($handle) => fgets($handle)),
    'stream_get_line' => fn() => $through(fn($handle) => ($line = stream_get_line($handle, 100, "\n")) === false ? false : "$line\n"),
    'stream_get_contents' => fn() => $through(fn($handle) => stream_get_contents($handle, 10000)),
    'SplFileObject' => fn() => implode('', iterator_to_array(new SplFileObject($file), false)),
    'md5_file' => fn() => md5_file($file) === md5($text) ? $text : 'wrong',
];
foreach ($ways as $name => $way) {
    $stock = $way();
    // A fast disk may answer what the kernel reads ahead before it is waited for.
    for ($try = 0, $turns = 0; $try < 10 && $turns <= 2; $try++) {
        $cached = throw_out_of_cache($file);
        $turns = 0;
        $done = false;
        $other = spawn(function () use (&$turns, &$done) { while (!$done) { $turns++; suspend(); } });
        $result = await(spawn($way));
        $done = true;
        await($other);
    }
    // It runs twice in any case: before and after.
    $ran = $turns > 2 || ($cached > 0 && $name !== 'md5_file');
    printf("%s: %s, %s\n", $name, $result === $stock ? 'the same' : 'another text', $ran ? 'others ran' : 'read blocking');
}

// A part of it is cached.
throw_out_of_cache($file);
$handle = fopen($file, 'r');
fseek($handle, 1 << 20);
fread($handle, 1 << 19);
echo await(spawn(fn() => file_get_contents($file))) === $text ? "the same\n" : "another text\n";
--EXPECT--
file_get_contents: the same, others ran
file://: the same, others ran
file: the same, others ran
fread: the same, others ran
fread of all: the same, others ran
fgets: the same, others ran
stream_get_line: the same, others ran
stream_get_contents: the same, others ran
SplFileObject: the same, others ran
md5_file: the same, read blocking
the same
