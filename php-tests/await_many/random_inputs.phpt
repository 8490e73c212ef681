--TEST--
AA-5 to AA-8, AA-20, AA-30 to AA-45: random tasks, inputs, tokens and goals agree with what the rules say
--DESCRIPTION--
Rules: AA-5, AA-6, AA-7, AA-8, AA-20, AA-22, AA-30, AA-31, AA-32, AA-33, AA-34, AA-35, AA-41, AA-42, AA-47
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay, timeout, await, await_all, await_all_or_fail, await_any_or_fail,
    await_first_success, await_any_of, await_any_of_or_fail, get_coroutines};

mt_srand(20240817);
class Failure extends Exception {}
class Starter extends IteratorIterator { function current(): mixed { return (parent::current())(); } }

/** Tasks that end after some turns, with a value or a failure; some are complete before the wait. */
function tasks(int $n, array &$outcome): array
{
    $tasks = [];
    for ($i = 0; $i < $n; $i++) {
        $key = mt_rand(0, 1) ? $i : "k$i";
        $outcome[$key] = mt_rand(0, 3) ? $i : new Failure("f$i");
        $turns = mt_rand(0, 4);
        $tasks[$key] = fn() => $GLOBALS['all'][] = spawn(function () use ($turns, $key, &$outcome) {
            while ($turns-- > 0) mt_rand(0, 20) ? suspend() : delay(1);
            return $outcome[$key] instanceof Failure ? throw $outcome[$key] : $outcome[$key];
        });
    }
    return $tasks;
}

/** The tasks as an array or as a Traversable whose methods suspend at times. */
function input(array $tasks): iterable
{
    switch (mt_rand(0, 2)) {
        case 0: return array_map(fn($f) => $f(), $tasks);
        case 1: return new Starter(new ArrayIterator($tasks));
        default: return (function () use ($tasks) {
            foreach ($tasks as $key => $f) { if (mt_rand(0, 1)) suspend(); yield $key => $f(); if (!mt_rand(0, 4)) yield null => null; }
        })();
    }
}

function check(bool $ok, string $what): void { if (!$ok) { echo "wrong: $what\n"; debug_print_backtrace(); exit(1); } }

function in_order(array $part, array $whole): bool { return array_keys($part) === array_keys(array_intersect_key($whole, $part)); }

function round_of(int $round): void
{
    $outcome = [];
    $tasks = tasks($n = mt_rand(0, 12), $outcome);
    $good = array_filter($outcome, fn($v) => !$v instanceof Failure);
    $bad = array_diff_key($outcome, $good);
    $ordered = (bool) mt_rand(0, 1);
    $fill = (bool) mt_rand(0, 1);
    $count = mt_rand(1, 6);
    $token = mt_rand(0, 1) ? timeout(60_000) : null;
    try {
        switch (mt_rand(0, 5)) {
            case 0:
                [$r, $x] = await_all(input($tasks), $token, $ordered, $fill);
                check(count($r) === ($fill ? $n : count($good)) && array_diff_assoc($good, $r) === []
                    && count($x) === count($bad), "await_all $round");
                foreach ($bad as $k => $e) check($x[$k] === $e && (!$fill || $r[$k] === null), "error of await_all $round");
                check(!$ordered || in_order($r, $outcome) && in_order($x, $outcome), "order of await_all $round");
                break;
            case 1:
                $r = await_all_or_fail(input($tasks), $token, $ordered);
                check($bad === [] && count($r) === $n && array_diff_assoc($good, $r) === []
                    && (!$ordered || $r === $good), "await_all_or_fail $round");
                break;
            case 2:
                $v = await_any_or_fail(input($tasks), $token);
                check($n === 0 ? $v === null : in_array($v, $good, true), "await_any_or_fail $round");
                break;
            case 3:
                [$v, $x] = await_first_success(input($tasks), $token);
                check($good ? in_array($v, $good, true) : $v === null && count($x) === count($bad), "await_first_success $round");
                foreach ($x as $k => $e) check($bad[$k] === $e, "error of await_first_success $round");
                break;
            case 4:
                $r = await_any_of_or_fail($count, input($tasks), $token, $ordered);
                check(count($r) >= min($count, $n) && array_diff_assoc($r, $good) === [], "await_any_of_or_fail $round");
                check(!$ordered || in_order($r, $outcome), "order of await_any_of_or_fail $round");
                break;
            case 5:
                [$r, $x] = await_any_of($count, input($tasks), $token, $ordered, $fill);
                $values = array_intersect_key($r, $good);
                check(count($values) >= min($count, count($good)) && array_diff_assoc($values, $good) === [], "await_any_of $round");
                check(count($values) >= $count || count($x) === count($bad), "errors of await_any_of $round");
                check(!$ordered || in_order($r, $outcome) && in_order($x, $outcome), "order of await_any_of $round");
                break;
        }
    } catch (Failure $e) {
        check(in_array($e, $bad, true), "failure $round");
    }
    // What failed after the call had returned is kept by its handle, and taken here, when walkers have left.
    while (count(get_coroutines()) > 1) suspend();
    foreach ($GLOBALS['all'] as $c) { try { await($c); } catch (Throwable) {} }
    $GLOBALS['all'] = [];
}

$all = [];
for ($round = 0; $round < 400; $round++) round_of($round);
echo "400 rounds\n";
--EXPECT--
400 rounds
