--TEST--
Two coroutines that loop over acquire, work and release of one resource alternate strictly; several are served in turn
--DESCRIPTION--
Rules: PO-12, PO-13, CM-5
Order: dependent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await_all};

function users(array $names, int $max, int $rounds): string
{
    $pool = new Pool(fn() => new stdClass, max: $max);
    $log = $users = [];
    foreach ($names as $name) {
        $users[] = spawn(function () use ($pool, $name, $rounds, &$log) {
            for ($i = 0; $i < $rounds; $i++) {
                $r = $pool->acquire();
                $log[] = "$name$i";
                suspend();
                $pool->release($r);
            }
        });
    }
    await_all($users);
    return implode(' ', $log);
}

echo users(['A', 'B'], 1, 3), "\n";
echo users(['A', 'B', 'C', 'D', 'E'], 1, 2), "\n";
echo users(['A', 'B', 'C', 'D', 'E'], 2, 2), "\n";
--EXPECT--
A0 B0 A1 B1 A2 B2
A0 B0 C0 D0 E0 A1 B1 C1 D1 E1
A0 B0 C0 D0 E0 A1 B1 C1 D1 E1
