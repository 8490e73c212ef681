--TEST--
The health check does not take an idle resource that was promised to a waiter
--DESCRIPTION--
Rules: PO-29, PO-12
Order: dependent
So many others are ready that the event loop is looked at in between; the check it starts runs behind those that wait, but
before the one that was woken.
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await_all};

$n = 0;
$log = [];
$pool = new Pool(
    factory: function () use (&$n) { return ++$n; },
    healthcheck: function (int $r) use (&$log) { $log[] = "check $r"; suspend(); suspend(); suspend(); return true; },
    min: 2, max: 2, healthcheckInterval: 1,
);
$mine = $pool->acquire();
for ($end = hrtime(true) + 2_000_000; hrtime(true) < $end;);
for ($i = 0; $i < 100; $i++) spawn(fn() => null);
$user = function (string $name) use ($pool, &$log) {
    $r = $pool->acquire();
    $log[] = "$name has $r";
    if ($name !== 'first') $pool->release($r);
};
$users = [spawn($user, 'first'), spawn($user, 'second'), spawn($user, 'third')];
spawn(fn() => $pool->release($mine));
await_all($users);
echo implode(', ', $log), "\n";
--EXPECT--
first has 2, second has 1, third has 1
