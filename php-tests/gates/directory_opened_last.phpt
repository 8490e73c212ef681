--TEST--
SO-10: calls that name no directory take turns on the one that was opened last, hold it, and are waited for when it is closed
--DESCRIPTION--
Rules: io SO-10, io EG-9
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

class SlowDirectory
{
    public $context;
    private string $name;
    private int $next = 0;
    private bool $inside = false;
    public static bool $waits = false;
    public static bool $may_go_on = true;

    public function dir_opendir(string $path): bool
    {
        $this->name = basename($path);
        return true;
    }
    public function dir_readdir(): string|false
    {
        return $this->alone(fn() => $this->next < 3 ? $this->name . $this->next++ : false);
    }
    public function dir_rewinddir(): bool
    {
        return $this->alone(function () {
            $this->next = 0;
            return true;
        });
    }
    public function dir_closedir(): bool
    {
        if ($this->inside) echo "closed under a call\n";
        echo "$this->name is closed\n";
        return true;
    }
    private function alone(callable $work): string|bool
    {
        if ($this->inside) echo "two calls at once\n";
        $this->inside = true;
        self::$waits = true;
        do suspend(); while (!self::$may_go_on);
        $this->inside = self::$waits = false;
        return $work();
    }
}
stream_wrapper_register('slow', SlowDirectory::class);

function await_both($first, $second): void
{
    SlowDirectory::$may_go_on = true;
    foreach ([$first, $second] as $coroutine) await($coroutine);
}

/** A coroutine that is inside readdir(). */
function reader()
{
    SlowDirectory::$may_go_on = false;
    $reader = spawn(readdir(...));
    while (!SlowDirectory::$waits) suspend();
    return $reader;
}

/** Others have begun to wait, in any order. */
function settle(): void
{
    for ($i = 0; $i < 100; $i++) suspend();
}

echo "two readers\n";
$directory = opendir('slow://a');
$read = [];
$reader = function ($directory = null) use (&$read) {
    while (($name = readdir($directory)) !== false) $read[] = $name;
};
await_both(spawn($reader), spawn($reader, $directory));
sort($read);
echo implode(' ', $read), "\n";
rewinddir();
var_dump(readdir(null));

echo "closed while it is read\n";
foreach (['closedir', function () use (&$directory) { closedir($directory); }] as $close) {
    $directory = opendir('slow://b');
    $reader = reader();
    $closer = spawn($close);
    settle();
    await_both($reader, $closer);
    var_dump(await($reader), is_resource($directory));
}

echo "another one is opened while it is read\n";
opendir('slow://c');
$reader = reader();
opendir('slow://d');
SlowDirectory::$may_go_on = true;
var_dump(await($reader));

echo "another one is opened while it is waited for\n";
$first = reader();
$second = spawn(readdir(...));
settle();
$kept = opendir('slow://e');
await_both($first, $second);
var_dump(await($first), await($second));
closedir();
try {
    readdir();
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
two readers
a0 a1 a2
string(2) "a0"
closed while it is read
a is closed
b is closed
string(2) "b0"
bool(false)
b is closed
string(2) "b0"
bool(false)
another one is opened while it is read
c is closed
string(2) "c0"
another one is opened while it is waited for
d is closed
string(2) "d0"
bool(false)
e is closed
No resource supplied
