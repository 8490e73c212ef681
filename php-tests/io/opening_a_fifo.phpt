--TEST--
IO-14: opening a FIFO waits alone for its other end, in this process or another; a cancelled one is no peer for any other
--DESCRIPTION--
Rules: io IO-14, io W-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';
use function Async\{spawn, await, await_all_or_fail, delay};

watchdog();
$fifo = temporary_directory() . '/fifo';
posix_mkfifo($fifo, 0600);

echo "-- reader first, several rounds\n";
for ($i = 0; $i < 3; $i++) {
    $reader = spawn(function () use ($fifo) { $h = fopen($fifo, 'r'); return stream_get_contents($h); });
    delay(3);
    $writer = spawn(function () use ($fifo, $i) { $h = fopen($fifo, 'w'); return fwrite($h, "round $i\n"); });
    echo await($reader);
    await($writer);
}

echo "-- writer first\n";
$writer = spawn(fn() => file_put_contents($fifo, str_repeat('x', 200000)));
delay(3);
$reader = spawn(fn() => strlen(file_get_contents($fifo)));
echo await($writer), ' ', await($reader), "\n";

echo "-- other process, and nothing else to do here\n";
$child = proc_open(['timeout', '120', 'sh', '-c', "sleep 0.1; echo hello > $fifo"], [], $pipes);
echo await(spawn(fn() => file_get_contents($fifo)));
proc_close($child);

echo "-- cancelled\n";
foreach (['r', 'w'] as $mode) {
    $ticks = 0;
    $opener = spawn(function () use ($fifo, $mode) {
        try {
            fopen($fifo, $mode);
            echo "opened\n";
        } catch (Async\AsyncCancellation) {
            echo "cancelled\n";
        }
    });
    while ($ticks++ < 3) delay(2);
    $opener->cancel();
    await($opener);
}
var_dump(@fopen($fifo, 'wn'));

echo "-- neither waits\n";
var_dump(is_resource($h = fopen($fifo, 'r+')), is_resource(fopen($fifo, 'r')), is_resource(fopen($fifo, 'w')));
--EXPECT--
-- reader first, several rounds
round 0
round 1
round 2
-- writer first
200000 200000
-- other process, and nothing else to do here
hello
-- cancelled
cancelled
cancelled
bool(false)
-- neither waits
bool(true)
bool(true)
bool(true)
