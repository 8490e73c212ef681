--TEST--
The constructor makes the first resources one after the other, and none without being asked
--DESCRIPTION--
Rules: PO-2, PO-5, PO-22
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

$made = 0;
$factory = function () use (&$made) { echo "make ", ++$made, "\n"; return $made; };
$pool = new Pool($factory);
var_dump(count($pool), $made);

$pool = new Pool($factory, min: 3, max: 3);
var_dump(count($pool), $pool->count(), $pool->idleCount(), $pool->activeCount());
var_dump($pool->acquire(), $pool->acquire(), $pool->acquire());
var_dump(count($pool), $pool->idleCount(), $pool->activeCount());

// The factory may wait; the others go on.
$busy = $most = $steps = 0;
$maker = spawn(function () use (&$busy, &$most, &$steps) {
    return new Pool(function () use (&$busy, &$most, &$steps) {
        $most = max($most, ++$busy);
        for ($seen = $steps; $steps === $seen;) {
            suspend();
        }
        $busy--;
        return new stdClass;
    }, min: 2);
});
while (!$maker->isCompleted()) {
    $steps++;
    suspend();
}
var_dump($most, await($maker)->idleCount());
--EXPECT--
int(0)
int(0)
make 1
make 2
make 3
int(3)
int(3)
int(3)
int(0)
int(1)
int(2)
int(3)
int(3)
int(0)
int(3)
int(1)
int(2)
