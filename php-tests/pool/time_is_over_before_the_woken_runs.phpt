--TEST--
A waiter whose time ends between its wake-up and its run times out and passes its place on
--DESCRIPTION--
Rules: PO-11, PO-14, CM-6
Order: dependent
So many others are ready before the woken one that the event loop is looked at in between, when the deadline is over.
--FILE--
<?php
use Async\{Pool, TimeoutException};
use function Async\{spawn, suspend, await};

require __DIR__ . '/../lib/scaled_ms.php';

$pool = new Pool(fn() => 'r', max: 1);
$r = $pool->acquire();
$waiters = [];
foreach (['A' => scaled_ms(20), 'B' => 0] as $name => $ms) {
    $waiters[] = spawn(function () use ($pool, $name, $ms) {
        try {
            return "$name got " . $pool->acquire($ms);
        } catch (TimeoutException) {
            return "$name is late";
        }
    });
}
suspend();
for ($i = 0; $i < 300; $i++) spawn(suspend(...));
$pool->release($r);
$info = $waiters[0]->getAwaitingInfo();
for ($end = hrtime(true) + scaled_ms(40) * 1_000_000; hrtime(true) < $end;);
echo $info[0], "\n";
echo await($waiters[0]), ', ', await($waiters[1]), "\n";
--EXPECT--
Pool(idle=1, active=0, reserved=1, max=1)
A is late, B got r
