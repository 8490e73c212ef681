--TEST--
AA-7, SD-7: a hundred thousand items in linear time, and as many keys of one item
--DESCRIPTION--
Rules: AA-6, AA-7, AA-41, SD-7
Order: independent
--INI--
memory_limit=1G
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all, await_all_or_fail, await_any_or_fail};

const N = 100_000;
function timed(callable $f): float { $t = hrtime(true); $f(); return (hrtime(true) - $t) / 1e9; }
$task = fn() => 1;
$few = timed(function () use ($task) {
    for ($n = 0; $n < 20; $n++) { $cs = []; for ($i = 0; $i < N / 20; $i++) $cs[] = spawn($task); await_all($cs); }
});
$many = timed(function () use ($task) { $cs = []; for ($i = 0; $i < N; $i++) $cs[] = spawn($task); echo count(await_all($cs)[0]), "\n"; });
var_dump($many < 5 * $few + 0.5);
$one = spawn(function () { suspend(); return 2; });
$same = timed(function () use ($one) { echo array_sum(await_all_or_fail(array_fill(0, N, $one))), "\n"; });
$open = spawn(function () { Async\delay(60_000); });
$abandoned = timed(function () use ($open) { echo await_any_or_fail(array_fill(0, N, $open) + ['x' => spawn(fn() => 'x')]), "\n"; });
var_dump($same < $many + 0.5, $abandoned < $many + 0.5);
$open->cancel();
--EXPECT--
100000
bool(true)
200000
x
bool(true)
bool(true)
