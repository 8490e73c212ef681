--TEST--
TG-1, TG-9: at most as many tasks run at once as the group allows; null and 0 are no limit
--DESCRIPTION--
Rules: TG-1, TG-9
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{suspend, await_all};

function peak(?int $concurrency, int $tasks): int
{
    $group = new TaskGroup($concurrency, 0);
    $running = $peak = 0;
    for ($i = 0; $i < $tasks; $i++) {
        $group->spawn(function () use (&$running, &$peak) {
            $peak = max($peak, ++$running);
            for ($turn = 0; $turn < 50; $turn++) suspend();
            $running--;
        });
    }
    $group->all()->await();
    return $peak;
}

echo peak(1, 5), ' ', peak(3, 7), ' ', peak(null, 6), ' ', peak(0, 6), ' ', peak(4294967295, 6), "\n";
--EXPECT--
1 3 6 6 6
