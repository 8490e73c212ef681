--TEST--
FL-1: shared locks are held together, an exchange waits for the others, what never waits does not switch
--DESCRIPTION--
Rules: io FL-1, io FL-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, await_all_or_fail, suspend};

watchdog();
$file = lock_file();
$open = fn() => fopen($file, 'r+');

echo "-- shared\n";
$main = $open();
flock($main, LOCK_EX);
$readers = array_map(fn($n) => spawn(function () use ($n, $open) {
    $handle = $open();
    flock($handle, LOCK_SH);
    echo "reader $n\n";
    suspend();
    echo "reader $n ends\n";
}), [1, 2]);
suspend();
flock($main, LOCK_SH);
await_all_or_fail($readers);

echo "-- exchanged\n";
$other = $open();
flock($other, LOCK_SH);
$upgrade = spawn(function () use ($main) { flock($main, LOCK_EX); echo "exclusive\n"; });
suspend();
echo "the other one ends\n";
flock($other, LOCK_UN);
await($upgrade);

echo "-- without waiting\n";
spawn(function () { echo "a switch\n"; });
var_dump(flock($other, LOCK_EX | LOCK_NB, $would_block), $would_block);
var_dump(flock($main, LOCK_UN), flock($other, LOCK_EX | LOCK_NB), flock($other, LOCK_UN));
--EXPECT--
-- shared
reader 1
reader 2
reader 1 ends
reader 2 ends
-- exchanged
the other one ends
exclusive
-- without waiting
bool(false)
int(1)
bool(true)
bool(true)
bool(true)
a switch
