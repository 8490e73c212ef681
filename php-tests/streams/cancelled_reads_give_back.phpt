--TEST--
CX-6: what a cancelled read had taken already is read again next
--DESCRIPTION--
Rules: io CX-6
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

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

/** Five blocks of 3000 bytes; waits before the second one, at the end, or before it tells whether it is there. */
class Blocks
{
    public $context;
    public static string $waits = '';
    private int $block = 0;
    public function stream_open($path, $mode, $options, &$opened) { return true; }
    public function stream_read($count)
    {
        if ($this->block == 1 && self::$waits === 'read' || self::$waits === 'end') delay(10_000);
        return $this->block++ < 5 ? str_repeat('x', 3000) : '';
    }
    public function stream_eof()
    {
        if (self::$waits === 'eof') delay(10_000);
        return $this->block >= 5 && self::$waits !== 'more';
    }
    public function stream_stat() { return []; }
}
class Through extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) stream_bucket_append($out, $bucket);
        return PSFS_PASS_ON;
    }
}

/** A thousand bytes are read, a call is cancelled, and the rest is read. */
function attempt(string $name, callable $call, string $waits = 'read', bool $filtered = false): void
{
    $handle = fopen('blocks://', 'r');
    if ($filtered) stream_filter_append($handle, 'through', STREAM_FILTER_READ);
    $total = strlen(stream_get_contents($handle, 1000));
    Blocks::$waits = $waits;
    $reader = spawn($call, $handle);
    for ($i = 0; $i < 10; $i++) suspend();
    $reader->cancel();
    try { await($reader); echo 'not cancelled: '; } catch (Async\AsyncCancellation) {}
    Blocks::$waits = '';
    while (!feof($handle)) $total += strlen(stream_get_contents($handle, 7000));
    echo "$name: $total, then ", strlen(fread($handle, 8192)), "\n";
}

stream_wrapper_register('blocks', Blocks::class);
stream_filter_register('through', Through::class);
attempt('stream_get_contents with a length', fn($s) => stream_get_contents($s, 5000));
attempt('stream_get_contents without', fn($s) => stream_get_contents($s));
attempt('stream_get_line', fn($s) => stream_get_line($s, 5000, "\n"));
attempt('fgets', fgets(...));
attempt('fgetcsv', fn($s) => fgetcsv($s, null, ',', '"', ''));
attempt('stream_get_contents, filtered', fn($s) => stream_get_contents($s, 5000), filtered: true);
attempt('stream_get_line, filtered', fn($s) => stream_get_line($s, 5000, "\n"), filtered: true);
attempt('feof behind 2000 bytes', function ($s) { fread($s, 2000); feof($s); }, 'eof');

// An end that was there before the call stays.
$handle = fopen('blocks://', 'r');
while (!feof($handle)) fread($handle, 8192);
Blocks::$waits = 'end';
$reader = spawn(fread(...), $handle, 100);
for ($i = 0; $i < 10; $i++) suspend();
$reader->cancel();
try { await($reader); echo 'not cancelled: '; } catch (Async\AsyncCancellation) {}
Blocks::$waits = 'more';
echo 'at the end: ', json_encode(feof($handle)), "\n";
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
stream_get_contents with a length: 15000, then 0
stream_get_contents without: 15000, then 0
stream_get_line: 15000, then 0
fgets: 15000, then 0
fgetcsv: 15000, then 0
stream_get_contents, filtered: 15000, then 0
stream_get_line, filtered: 15000, then 0
feof behind 2000 bytes: 13000, then 0
at the end: true
