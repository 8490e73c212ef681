--TEST--
A pool that is closed or destroyed while a health check runs: what is being looked at is destroyed, the rest not looked at
--DESCRIPTION--
Rules: PO-29, PO-23, PO-24, PO-26
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, delay};

foreach (['close' => fn(Pool &$p) => $p->close(), 'unset' => function (Pool &$p) { $p = null; }] as $name => $end) {
    foreach (['healthy' => true, 'unhealthy' => false] as $state => $healthy) {
        $n = 0;
        $log = [];
        $go = false;
        $pool = new Pool(
            factory: function () use (&$n) { return ++$n; },
            destructor: function (int $r) use (&$log) { suspend(); $log[] = "destroy $r"; },
            healthcheck: function (int $r) use (&$log, &$go, $healthy) { $log[] = "check $r"; while (!$go) suspend(); return $healthy; },
            min: 3, healthcheckInterval: 1,
        );
        while (!$log) delay(1);
        $end($pool);
        $go = true;
        while (count($log) < 4) suspend();
        delay(5);
        echo "$name, $state: ", implode(', ', $log), "\n";
    }
}
--EXPECT--
close, healthy: check 1, destroy 2, destroy 3, destroy 1
close, unhealthy: check 1, destroy 2, destroy 3, destroy 1
unset, healthy: check 1, destroy 2, destroy 3, destroy 1
unset, unhealthy: check 1, destroy 2, destroy 3, destroy 1
