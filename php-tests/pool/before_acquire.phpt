--TEST--
beforeAcquire rejects by false or by throwing; the next idle resource is tried, in the end a new one is made
--DESCRIPTION--
Rules: PO-6, PO-8, PO-24
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

$n = 0;
$answers = [];
$pool = new Pool(
    function () use (&$n) { echo "make ", ++$n, "\n"; return $n; },
    function (int $r) use (&$pool) { echo "destroy $r, active {$pool->activeCount()}, idle {$pool->idleCount()}\n"; },
    beforeAcquire: function (int $r) use (&$answers, &$pool) {
        echo "offer $r, active {$pool->activeCount()}, idle {$pool->idleCount()}\n";
        $answer = array_shift($answers);
        return $answer instanceof Throwable ? throw $answer : $answer;
    },
    min: 4,
);
// New resources are not offered to the hook; anything but false accepts.
foreach ([true, null, 0, '', [], new stdClass] as $answer) {
    $answers = [$answer];
    $pool->release($pool->acquire());
}
echo "- rejected\n";
$answers = [false, new RuntimeException('dropped'), true];
var_dump($pool->acquire());
$answers = [new Error('dropped')];
var_dump($pool->acquire());
var_dump($pool->acquire(), count($pool));
--EXPECT--
make 1
make 2
make 3
make 4
offer 1, active 1, idle 3
offer 2, active 1, idle 3
offer 3, active 1, idle 3
offer 4, active 1, idle 3
offer 1, active 1, idle 3
offer 2, active 1, idle 3
- rejected
offer 3, active 1, idle 3
destroy 3, active 0, idle 3
offer 4, active 1, idle 2
destroy 4, active 0, idle 2
offer 1, active 1, idle 1
int(1)
offer 2, active 2, idle 0
destroy 2, active 1, idle 0
make 5
int(5)
make 6
int(6)
int(3)
