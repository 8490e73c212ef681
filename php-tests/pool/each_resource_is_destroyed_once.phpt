--TEST--
Whatever happens, each resource is destroyed exactly once
--DESCRIPTION--
Rules: PO-24, PO-23, PO-18, PO-26
Order: independent
--FILE--
<?php
use Async\{Pool, AsyncException, AsyncCancellation};
use function Async\{spawn, suspend, await, await_all};

$destroyed = [];
function pool(int $max): Pool
{
    static $n = 0;
    global $destroyed;
    $factory = function () use (&$n) { suspend(); return ++$n; };
    $destructor = function (int $r) use (&$destroyed) { $destroyed[$r] = ($destroyed[$r] ?? 0) + 1; suspend(); };
    return new Pool($factory, $destructor, beforeAcquire: fn($r) => $r % 7, beforeRelease: fn($r) => $r % 5, max: $max);
}

$made = 0;
for ($round = 0; $round < 30; $round++) {
    $pool = pool(3);
    $users = [];
    for ($i = 0; $i < 8; $i++) {
        $users[] = spawn(function () use ($pool, $i) {
            try {
                while (true) {
                    $r = $pool->acquire();
                    try {
                        suspend();
                    } finally {
                        $pool->release($r);
                    }
                }
            } catch (AsyncException | AsyncCancellation) {
                // closed, or cancelled
            }
        });
    }
    for ($i = 0; $i < $round; $i++) suspend();
    // Two are cancelled, wherever they are; then one closes while others release, or the pool goes without.
    $users[$round % 8]->cancel();
    $round % 2 && suspend();
    $users[($round + 3) % 8]->cancel();
    $closers = [spawn($pool->close(...)), spawn($pool->close(...))];
    await_all([...$users, ...$closers]);
    if ($pool->count() !== 0) echo "round $round: {$pool->idleCount()} idle, {$pool->activeCount()} active\n";
}
$numbers = array_keys($destroyed);
sort($numbers);
var_dump($numbers === range(1, count($numbers)), max($destroyed), count($numbers) > 50);
--EXPECT--
bool(true)
int(1)
bool(true)
