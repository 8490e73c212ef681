--TEST--
CX-6: what a cancelled read had taken already is read again next
--DESCRIPTION--
Rules: io CX-6
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/temporary.php';

$path = temporary_directory() . '/fifo';
posix_mkfifo($path, 0600);
$ways = [
    'fgets' => fgets(...),
    'fread' => fn($handle) => fread($handle, 100),
    'stream_get_contents' => stream_get_contents(...),
    'stream_get_line' => fn($handle) => stream_get_line($handle, 100, "\n"),
    'SplFileObject::fgets' => fn($file) => $file->fgets(),
    'SplFileObject::current' => fn($file) => $file->current(),
    'SplFileObject::__toString' => fn($file) => (string) $file,
    'SplFileObject::fread' => fn($file) => $file->fread(100),
];
if (extension_loaded('zlib')) {
    $ways += ['gzgets' => gzgets(...), 'gzread' => fn($handle) => gzread($handle, 100)];
}
foreach ($ways as $name => $way) {
    $opener = spawn(fn() => fopen($path, 'w'));
    $handle = str_starts_with($name, 'Spl') ? new SplFileObject($path) : fopen($path, 'r');
    $writer = await($opener);
    fwrite($writer, 'abc');
    $reader = spawn($way, $handle);
    // It has what is there, and waits for more.
    for ($i = 0; $i < 100; $i++) suspend();
    $reader->cancel();
    try {
        await($reader);
        echo "$name: not cancelled\n";
    } catch (Async\AsyncCancellation) {
    }
    fwrite($writer, "def\n");
    $is_object = $handle instanceof SplFileObject;
    echo "$name: ", trim($is_object ? $handle->fgets() : fgets($handle)), $is_object ? ', line ' . $handle->key() : '', "\n";
    fclose($writer);
    var_dump($is_object ? $handle->fgets() : fgets($handle));
    unset($handle);
}
?>
--EXPECT--
fgets: abcdef
bool(false)
fread: abcdef
bool(false)
stream_get_contents: abcdef
bool(false)
stream_get_line: abcdef
bool(false)
SplFileObject::fgets: abcdef, line 1
string(0) ""
SplFileObject::current: abcdef, line 1
string(0) ""
SplFileObject::__toString: abcdef, line 1
string(0) ""
SplFileObject::fread: abcdef, line 1
string(0) ""
gzgets: abcdef
bool(false)
gzread: abcdef
bool(false)
