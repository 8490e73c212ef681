--TEST--
A destructor or factory that throws ends the tick and nothing else; at its end a waiter is woken
--DESCRIPTION--
Rules: PO-29, PO-30
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, delay, await};

foreach (['destructor', 'factory'] as $failing) {
    unset($pool);
    $n = 0;
    $log = [];
    $armed = false;
    $pool = new Pool(
        factory: function () use (&$n, &$armed, &$log, $failing) {
            if ($armed && $failing === 'factory') { $log[] = 'factory'; $armed = false; throw new RuntimeException('factory'); }
            return ++$n;
        },
        destructor: function (int $r) use (&$log, &$armed, $failing) {
            $log[] = "destroy $r";
            suspend();
            if ($armed && $failing === 'destructor') { $armed = false; throw new RuntimeException('destructor'); }
        },
        healthcheck: function (int $r) use (&$armed, &$log) { if (!$armed) return true; $log[] = "check $r"; suspend(); return false; },
        min: 2, max: 2, healthcheckInterval: 2,
    );
    $armed = true;
    while ($armed) delay(1);
    while ($pool->activeCount()) suspend();
    echo implode(', ', $log), "; {$pool->count()} left\n";

    // The hook occupies the only place; a waiter gets what the tick leaves.
    foreach ([true, false] as $healthy) {
        $n = 0;
        $checking = false;
        $one = new Pool(
            factory: function () use (&$n) { return ++$n; },
            healthcheck: function () use ($healthy, &$checking, &$user) {
                $checking = true;
                while (!$user?->getAwaitingInfo()) suspend();
                return $healthy;
            },
            max: 1, healthcheckInterval: 1,
        );
        $user = null;
        $one->release($one->acquire());
        while (!$checking) delay(1);
        $user = spawn(fn() => $one->acquire());
        var_dump(await($user));
        $one->close();
    }
}
--EXPECT--
check 1, destroy 1; 1 left
int(1)
int(2)
check 1, destroy 1, factory; 1 left
int(1)
int(2)
