--TEST--
The health check looks at each idle resource once per tick, destroys what is not healthy and makes up for the minimum
--DESCRIPTION--
Rules: PO-28, PO-29, PO-7
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{suspend, delay};

$n = 0;
$log = [];
$bad = [];
$pool = new Pool(
    factory: function () use (&$n) { return ++$n; },
    destructor: function (int $r) use (&$log) { $log[] = "destroy $r"; },
    healthcheck: function (int $r) use (&$log, &$bad, &$pool) {
        $log[] = "check $r of {$pool->idleCount()} idle, {$pool->activeCount()} active";
        suspend();
        return match ($bad[$r] ?? '') { 'false' => false, 'throw' => throw new RuntimeException('dropped'), 'null' => null, default => 1 };
    },
    min: 2, max: 4, healthcheckInterval: 5,
);
$a = $pool->acquire();
$b = $pool->acquire();
$c = $pool->acquire();
$pool->release($c);
$pool->release($b);
// One is lent: it is not looked at.
function wait_for(int $entries): void
{
    global $log;
    while (count($log) < $entries) delay(1);
}
wait_for(2);
echo implode("\n", array_slice($log, 0, 2)), "\n";
while ($pool->activeCount() > 1) suspend();
echo "- 3 is bad\n";
$log = [];
$bad = [3 => 'false', 2 => 'null'];
wait_for(3);
echo implode("\n", array_slice($log, 0, 3)), "\n";
while ($pool->activeCount() > 1) suspend();
var_dump($pool->count(), $n);
echo "- 2 is bad, the minimum is kept\n";
$log = [];
$bad = [2 => 'throw'];
wait_for(2);
while ($pool->activeCount() > 1) suspend();
echo implode("\n", array_slice($log, 0, 2)), "\n";
var_dump($pool->count(), $pool->idleCount(), $n);
$pool->close();
$log = [];
delay(20);
var_dump($log);
--EXPECT--
check 3 of 1 idle, 2 active
check 2 of 1 idle, 2 active
- 3 is bad
check 3 of 1 idle, 2 active
destroy 3
check 2 of 0 idle, 2 active
int(2)
int(3)
- 2 is bad, the minimum is kept
check 2 of 0 idle, 2 active
destroy 2
int(2)
int(1)
int(4)
array(0) {
}
