--TEST--
FL-4, W-10: file_put_contents(LOCK_EX) of several coroutines and another process loses nothing and gives way only for the lock
--DESCRIPTION--
Rules: io FL-4, io W-10, io W-11
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, await_all_or_fail, delay};

watchdog();
$file = lock_file();
$holder = new LockHolder($file);
$write = fn(string $name) => spawn(function () use ($file, $name) {
    for ($i = 0; $i < 100; $i++) {
        hash('sha256', str_repeat('a', 100000));
        file_put_contents($file, "$name $i\n", FILE_APPEND | LOCK_EX);
    }
});
$writers = [$write('A'), $write('B')];
delay(20);
echo filesize($file), " bytes while it is locked\n";
$holder->end();
await_all_or_fail($writers);
$lines = file($file);
foreach (['A', 'B'] as $name) {
    $mine = array_values(array_filter($lines, fn($line) => $line[0] === $name));
    echo $mine === array_map(fn($i) => "$name $i\n", range(0, 99)) ? 'complete' : 'lost', "\n";
}
echo count($lines), " lines\n";

$object = new SplFileObject($file, 'r+');
var_dump($object->flock(LOCK_EX));
$waiter = spawn(fn() => file_put_contents($file, 'x', LOCK_EX));
delay(5);
$object->flock(LOCK_UN);
var_dump(await($waiter));
--EXPECT--
0 bytes while it is locked
complete
complete
200 lines
bool(true)
int(1)
