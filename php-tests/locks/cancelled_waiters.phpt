--TEST--
FL-3: a cancelled waiter is told so and does not hold the lock, whenever the cancellation comes; the others are served
--DESCRIPTION--
Rules: io FL-3, io CX-1
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/lock_holder.php';
use function Async\{spawn, await, delay, suspend};

watchdog();
$file = lock_file();
$waiter = function (string $name) use ($file, &$asks) {
    $handle = fopen($file, 'r+');
    try {
        $asks = ($asks ?? 0) + 1;
        flock($handle, LOCK_EX);
        echo "$name has it\n";
    } catch (Async\AsyncCancellation) {
        // Nothing else has it when the last one is cancelled: the same handle can take it.
        echo "$name is cancelled, ", flock($handle, LOCK_EX | LOCK_NB) ? 'it is free' : 'another one has it', "\n";
    }
};
foreach (['while it waits' => false, 'together with the lock' => true] as $title => $unlock_first) {
    echo "-- $title\n";
    $asks = 0;
    $main = fopen($file, 'r+');
    flock($main, LOCK_EX);
    $first = spawn($waiter, 'first');
    while ($asks < 1) suspend();
    $second = spawn($waiter, 'second');
    while ($asks < 2) suspend();
    if ($unlock_first) flock($main, LOCK_UN);
    $first->cancel();
    await($first);
    if (!$unlock_first) flock($main, LOCK_UN);
    await($second);
}
echo "-- all of them\n";
$asks = 0;
flock($main, LOCK_EX);
$alone = spawn($waiter, 'alone');
while ($asks < 1) suspend();
flock($main, LOCK_UN);
$alone->cancel();
await($alone);
--EXPECT--
-- while it waits
first is cancelled, another one has it
second has it
-- together with the lock
first is cancelled, another one has it
second has it
-- all of them
alone is cancelled, it is free
