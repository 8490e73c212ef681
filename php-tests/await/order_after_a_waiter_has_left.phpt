--TEST--
AW-5, SD-22: awaiters are woken in the order they began to wait, also after others have given up
--DESCRIPTION--
Rules: AW-5, SD-22, ABI-92
Order: dependent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await, await_all, await_any_of, delay, spawn, suspend};
use Async\AsyncCancellation;

$target = spawn(function () { delay(5); return 'done'; });
$waits = [];
foreach (range(1, 9) as $i) {
    $waits[$i] = spawn(function () use ($i, $target) {
        match ($i % 3) {
            0 => await_all([$target]),
            1 => await($target),
            2 => await_any_of(1, [$target]),
        };
        echo "$i ";
    });
}
suspend();
foreach ([1, 4, 8, 5] as $i) {
    $waits[$i]->cancel(new AsyncCancellation);
}
suspend();
spawn(function () use ($target) { await($target); echo "late\n"; });
await($target);
--EXPECT--
2 3 6 7 9 late
