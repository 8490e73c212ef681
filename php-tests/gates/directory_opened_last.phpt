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
        for ($i = 0; $i < 10; $i++) suspend();
        $this->inside = false;
        return $work();
    }
}
stream_wrapper_register('slow', SlowDirectory::class);

function await_both($first, $second): void
{
    foreach ([$first, $second] as $coroutine) await($coroutine);
}

echo "two readers\n";
$directory = opendir('slow://a');
$read = [];
$reader = function ($directory = null) use (&$read) {
    while (($name = readdir($directory)) !== false) $read[] = $name;
};
await_both(spawn($reader), spawn($reader, $directory));
echo implode(' ', $read), "\n";
rewinddir();
var_dump(readdir(null));

echo "closed while it is read\n";
foreach (['closedir', function () use (&$directory) { closedir($directory); }] as $close) {
    $directory = opendir('slow://b');
    $reader = spawn(fn() => var_dump(readdir()));
    suspend();
    await_both($reader, spawn($close));
    var_dump(is_resource($directory));
}

echo "another one is opened while it is read\n";
opendir('slow://c');
$reader = spawn(fn() => var_dump(readdir()));
suspend();
opendir('slow://d');
await($reader);

echo "another one is opened while it is waited for\n";
$first = spawn(fn() => var_dump(readdir()));
suspend();
$second = spawn(fn() => var_dump(readdir()));
suspend();
$kept = opendir('slow://e');
await_both($first, $second);
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
string(2) "b0"
b is closed
bool(false)
string(2) "b0"
b is closed
bool(false)
another one is opened while it is read
c is closed
string(2) "c0"
another one is opened while it is waited for
string(2) "d0"
d is closed
bool(false)
e is closed
No resource supplied
