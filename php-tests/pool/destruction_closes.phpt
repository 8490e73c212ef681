--TEST--
The end of the object closes the pool: by unset, in a cycle, at the end of the script
--DESCRIPTION--
Rules: PO-26, PO-24, PO-28
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await, delay};

$n = $destroyed = 0;
$make = function (int $interval = 0) use (&$n, &$destroyed) {
    return new Pool(function () use (&$n) { return ++$n; }, function ($r) use (&$destroyed) {
        suspend(); echo "destroy $r\n"; $destroyed++;
    },
        healthcheck: function ($r) { echo "check\n"; }, min: 2, healthcheckInterval: $interval);
};

$pool = $make(1);
unset($pool);
delay(5);
echo "- returned from a function\n";
(function () use ($make) { $pool = $make(); $lent = $pool->acquire(); })();
echo "- in a coroutine that ends\n";
await(spawn(function () use ($make) { $pool = $make(); suspend(); }));
echo "- in a cycle\n";
(function () use ($make) { $object = new stdClass; $object->self = $object; $object->pool = $make(); })();
gc_collect_cycles();
while ($destroyed < 7) suspend();
echo "- at the end\n";
$last = $make(1000);
register_shutdown_function(fn() => print("shutdown function\n"));
--EXPECT--
destroy 1
destroy 2
- returned from a function
destroy 4
- in a coroutine that ends
destroy 5
destroy 6
- in a cycle
destroy 7
destroy 8
- at the end
shutdown function
destroy 9
destroy 10
