--TEST--
CH-7: coroutines and futures receive in the order in which they came; one that leaves the middle changes nothing for the others
--DESCRIPTION--
Rules: CH-7, CH-10, CH-20, CH-24
Order: dependent
--FILE--
<?php
use Async\{AsyncCancellation, Channel};
use function Async\{await, spawn, suspend};

$ch = new Channel(10);
$got = [];
$waiting = 0;
$futures = $coroutines = [];
for ($i = 0; $i < 9; $i++) {
    if ($i % 3 === 1) {
        $futures[$i] = $ch->recvAsync();
        $waiting++;
        continue;
    }
    $coroutines[$i] = spawn(function () use ($ch, $i, &$got, &$waiting) {
        $waiting++;
        try {
            $got[$i] = $ch->recv();
        } catch (AsyncCancellation) {
            $got[$i] = 'cancelled';
        }
    });
    // The next one comes after this one has parked.
    while ($waiting === $i) suspend();
}
// 0 and 5 are cancelled, 4 is dropped, 7 is cancelled.
$coroutines[0]->cancel();
$coroutines[5]->cancel();
unset($futures[4]);
$futures[7]->cancel();
suspend();
foreach (['a', 'b', 'c', 'd', 'e', 'f'] as $value) $ch->send($value);
foreach ($coroutines as $coroutine) await($coroutine);
$got[1] = await($futures[1]);
ksort($got);
echo json_encode($got), ' left ', $ch->count(), "\n";
try { await($futures[7]); } catch (AsyncCancellation $e) { echo get_class($e), "\n"; }
--EXPECTF--

Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at %s:%d in %s on line %d
{"0":"cancelled","1":"a","2":"b","3":"c","5":"cancelled","6":"d","8":"e"} left 1
Async\AsyncCancellation
