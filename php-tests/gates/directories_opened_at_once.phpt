--TEST--
FW-5: directories are opened at once, and that which was opened last is closed once, when another has taken its place
--DESCRIPTION--
Rules: io FW-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

class SlowDirectory
{
    public static int $opening = 0;
    public static int $together = 0;
    public static array $closed = [];
    public $context;
    private string $name;
    private array $entries;

    public function dir_opendir(string $path): bool
    {
        self::$together = max(self::$together, ++self::$opening);
        for ($i = 0; $i < 10; $i++) suspend();
        self::$opening--;
        $this->name = basename($path);
        $this->entries = ["in $this->name"];
        return $this->name !== 'missing';
    }
    public function dir_readdir(): string|false
    {
        suspend();
        return array_shift($this->entries) ?? false;
    }
    public function dir_rewinddir(): bool { return true; }
    public function dir_closedir(): bool
    {
        for ($i = 0; $i < 5; $i++) suspend();
        self::$closed[] = $this->name;
        return true;
    }
}
stream_wrapper_register('slow', SlowDirectory::class);

// Before anything else of the runtime, and only PHP itself keeps it.
opendir(__DIR__);
$dropped = array_map(fn($name) => spawn(fn() => readdir(opendir("slow://$name"))), range('a', 'f'));
$objects = array_map(fn($name) => spawn(fn() => dir("slow://$name")->read()), range('g', 'l'));
$missing = spawn(fn() => @opendir('slow://missing'));
$read = array_map(await(...), [...$dropped, ...$objects]);
sort($read);
echo implode(', ', $read), "\n";
var_dump(await($missing), SlowDirectory::$together > 6);

// The last one stays, for calls that name none.
$last = opendir('slow://last');
unset($last);
var_dump(readdir());
sort(SlowDirectory::$closed);
echo implode(' ', SlowDirectory::$closed), "\n";

SlowDirectory::$closed = [];
$mine = opendir('slow://mine');
echo implode(' ', SlowDirectory::$closed), ": last is closed when another is opened\n";
closedir($mine);
try {
    readdir();
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
opendir('slow://again');
unset($mine);
echo implode(' ', SlowDirectory::$closed), "\n";
?>
--EXPECT--
in a, in b, in c, in d, in e, in f, in g, in h, in i, in j, in k, in l
bool(false)
bool(true)
string(7) "in last"
a b c d e f g h i j k l
last: last is closed when another is opened
No resource supplied
last mine
