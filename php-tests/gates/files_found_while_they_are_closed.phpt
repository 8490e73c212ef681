--TEST--
FW-5: files and directories whose streams wait while they are closed are not found over weak references any more
--DESCRIPTION--
Rules: io FW-5
Order: dependent
--FILE--
<?php
use function Async\{await, delay, spawn};

class Waits
{
    public $context;
    private int $number = 0;
    public function dir_opendir() { return true; }
    public function dir_readdir() { delay(2); return 'f' . $this->number++; }
    public function dir_rewinddir() { return true; }
    public function dir_closedir() { delay(5); }
    public function stream_open() { return true; }
    public function stream_read() { delay(4); return str_repeat("abc\n", 50); }
    public function stream_write($data) { delay(4); return strlen($data); }
    public function stream_eof() { return false; }
    public function stream_stat() { return []; }
    public function url_stat() { return []; }
    public function stream_flush() { return true; }
    public function stream_close() { delay(5); }
}
stream_wrapper_register('waits', 'Waits');

class Named extends SplFileObject
{
    public ?WeakReference $itself = null;
    public static ?Named $kept = null;
    public function __destruct()
    {
        echo 'in the destructor: ', $this->itself?->get() === $this ? 'found' : 'gone', "\n";
        self::$kept = $GLOBALS['keep'] ? $this : null;
    }
}
$keep = false;
$cases = [
    'DirectoryIterator' => [fn() => new DirectoryIterator('waits://x'), fn($it) => $it->next()],
    'FilesystemIterator' => [fn() => new FilesystemIterator('waits://x'), fn($it) => $it->next()],
    'SplFileObject, reading' => [fn() => new SplFileObject('waits://x', 'r+'), fn($it) => $it->fgets()],
    'SplFileObject, writing' => [fn() => new SplFileObject('waits://x', 'r+'), fn($it) => $it->fwrite('abc')],
    'a class of its own' => [fn() => new Named('waits://x', 'r+'), fn($it) => $it->fgets()],
];
foreach ($cases as $name => [$make, $use]) {
    $object = $make();
    $reference = WeakReference::create($object);
    if ($object instanceof Named) {
        $object->itself = $reference;
    }
    $coroutines = [spawn(function () use (&$object) { $object = null; })];
    for ($i = 0; $i < 3; $i++) {
        $coroutines[] = spawn(function () use ($reference, $use, $i) {
            delay(1 + $i);
            $found = $reference->get();
            return $found ? $use($found) : 'gone';
        });
    }
    echo "$name:" . implode(' ', array_map(Async\await(...), $coroutines)) . "\n";
}

echo "-- kept by its destructor: it goes on, and is closed at the end\n";
$keep = true;
$object = new Named('waits://x', 'r+');
$object = null;
var_dump(Named::$kept->fgets());
?>
--EXPECT--
DirectoryIterator: gone gone gone
FilesystemIterator: gone gone gone
SplFileObject, reading: gone gone gone
SplFileObject, writing: gone gone gone
in the destructor: found
a class of its own: gone gone gone
-- kept by its destructor: it goes on, and is closed at the end
in the destructor: gone
string(4) "abc
"
