--TEST--
FL-1: closing the last copy of a descriptor, also by an exception, gives the lock to the waiter; closing another one does not
--DESCRIPTION--
Rules: io FL-1, io FL-5, io W-9
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, delay, suspend};

watchdog();
$file = lock_file();
function descriptor($handle): int
{
    $inode = fstat($handle)['ino'];
    foreach (scandir('/proc/self/fd') as $fd) {
        if (@stat("/proc/self/fd/$fd")['ino'] === $inode) $last = (int) $fd;
    }
    return $last;
}
$wait = function () use ($file, &$has) {
    $has = false;
    return spawn(function () use ($file, &$has) { $handle = fopen($file, 'r+'); $has = flock($handle, LOCK_EX); });
};

echo "-- a copy\n";
$handle = fopen($file, 'r+');
$copy = fopen('php://fd/' . descriptor($handle), 'r+');
flock($handle, LOCK_EX);
$waiter = $wait();
delay(5);
fclose($handle);
delay(60);
var_dump($has);
fclose($copy);
await($waiter);
var_dump($has);

echo "-- unlocked through a copy\n";
$handle = fopen($file, 'r+');
$copy = fopen('php://fd/' . descriptor($handle), 'r+');
flock($handle, LOCK_EX);
$waiter = $wait();
delay(5);
flock($copy, LOCK_UN);
await($waiter);
var_dump($has);

echo "-- an exception\n";
$thrower = spawn(function () use ($file) { $mine = fopen($file, 'r+'); flock($mine, LOCK_EX); delay(20); throw new Exception('gone'); });
delay(5);
$waiter = $wait();
try {
    await($thrower);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
unset($e, $thrower);
await($waiter);
var_dump($has);

echo "-- the handle of who waits\n";
flock($copy, LOCK_EX);
$theirs = fopen($file, 'r+');
$waiter = spawn(function () use ($theirs, &$result) { $result = flock($theirs, LOCK_EX); });
delay(5);
fclose($theirs);
await($waiter);
var_dump($result);
flock($copy, LOCK_UN);
$waiter = $wait();
await($waiter);
var_dump($has);
--EXPECT--
-- a copy
bool(false)
bool(true)
-- unlocked through a copy
bool(true)
-- an exception
gone
bool(true)
-- the handle of who waits
bool(false)
bool(true)
