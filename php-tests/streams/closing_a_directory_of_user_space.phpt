--TEST--
SO-6, SO-10: directories of user space that suspend: each entry goes to one coroutine; closing waits for the calls inside
--DESCRIPTION--
Rules: io SO-6, io SO-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

class SlowDirectory
{
    public $context;
    private $entries = [];
    public function dir_opendir() { suspend(); $this->entries = range('a', 'j'); return true; }
    public function dir_readdir() { suspend(); return array_shift($this->entries) ?? false; }
    public function dir_rewinddir() { suspend(); $this->entries = range('a', 'j'); return true; }
    public function dir_closedir() { suspend(); return true; }
}

stream_wrapper_register('slowdir', SlowDirectory::class);
$d = opendir('slowdir://x');
$got = [];
$read = function () use ($d, &$got) {
    while (($entry = readdir($d)) !== false) {
        $got[] = $entry;
    }
};
array_map(await(...), [spawn($read), spawn($read), spawn($read)]);
sort($got);
echo implode($got), "\n";

foreach (['closedir', 'close'] as $how) {
    $directory = dir('slowdir://x');
    $readers = [];
    foreach (['read', 'rewind', 'read'] as $method) {
        $readers[] = spawn(function () use ($directory, $method) {
            try {
                $directory->$method();
            } catch (TypeError) {
            }
        });
    }
    suspend();
    suspend();
    $how === 'close' ? $directory->close() : closedir($directory->handle);
    array_map(await(...), $readers);
    echo "closed\n";
}
// fclose() refuses directories, and disturbs nothing.
$d = opendir('slowdir://x');
$reader = spawn(fn() => readdir($d));
suspend();
suspend();
var_dump(@fclose($d), await($reader));
?>
--EXPECT--
abcdefghij
closed
closed
bool(false)
string(1) "a"
