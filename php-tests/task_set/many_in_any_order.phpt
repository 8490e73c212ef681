--TEST--
TS-3, TS-5, TS-6: whatever is asked of a set, it delivers the first in spawn order, and every task once
--DESCRIPTION--
Rules: TS-3, TS-5, TS-6, TG-16, TG-17
Order: independent
--FILE--
<?php
use Async\TaskSet;
use function Async\{suspend, current_coroutine};

// Tasks end in random order, and are asked for in random ways between; a list in spawn order says what to expect.
mt_srand(7);
$wrong = 0;
for ($round = 0; $round < 30; $round++) {
    $set = new TaskSet;
    $gates = $left = [];
    for ($i = 0; $i < 20; $i++) {
        $fails = mt_rand(0, 2) === 0;
        $left[$i] = null;
        $set->spawn(function () use ($i, $fails, &$gates, &$left) {
            while (!isset($gates[$i])) suspend();
            $left[$i] = $fails ? 'failure' : 'success';
            return $fails ? throw new Exception((string) $i) : $i;
        });
    }
    $order = range(0, 19);
    shuffle($order);
    while ($left) {
        foreach (array_splice($order, 0, mt_rand(0, 4)) as $i) $gates[$i] = true;
        while (array_filter($gates, fn($i) => array_key_exists($i, $left) && $left[$i] === null, ARRAY_FILTER_USE_KEY)) suspend();
        suspend();
        $settled = array_filter($left);
        $successes = array_keys($settled, 'success', true);
        if (mt_rand(0, 1) && $successes) {
            $expected = $successes[0];
            $got = $set->joinAny()->await();
        } elseif ($settled) {
            $expected = array_key_first($settled);
            try { $got = $set->joinNext()->await(); } catch (Exception $e) { $got = (int) $e->getMessage(); }
        } else {
            continue;
        }
        $wrong += $got !== $expected;
        unset($left[$expected]);
        $wrong += count($set) !== count($left);
    }
}
echo "$wrong wrong\n";
--EXPECT--
0 wrong
