--TEST--
AA-30 to AA-35: what each of the six functions waits for and returns
--DESCRIPTION--
Rules: AA-30, AA-31, AA-32, AA-33, AA-34, AA-35
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_any_or_fail, await_first_success,
    await_all_or_fail, await_all, await_any_of_or_fail, await_any_of};

function after(int $turns, callable $end) {
    return spawn(function () use ($turns, $end) { while ($turns-- > 0) suspend(); return $end(); });
}
$fail = fn(string $m) => fn() => throw new RuntimeException($m);
$names = fn(array $errors) => json_encode(array_map(fn($e) => $e->getMessage(), $errors));

echo await_any_or_fail(['x' => after(3, fn() => 'slow'), 'y' => after(1, fn() => 'fast')]), "\n";
try { await_any_or_fail([after(3, fn() => 'slow'), after(1, $fail('any'))]); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }

[$value, $errors] = await_first_success(['a' => after(0, $fail('ea')), 'b' => after(2, fn() => 'vb'),
    'c' => after(1, $fail('ec')), 'd' => after(6, fn() => 'vd')]);
echo $value, ' ', $names($errors), "\n";
[$value, $errors] = await_first_success(['a' => after(1, $fail('ea')), 'b' => after(0, $fail('eb'))]);
ksort($errors);
var_dump($value); echo $names($errors), "\n";

echo json_encode(await_all_or_fail(['p' => after(2, fn() => 1), 'q' => after(0, fn() => 2)])), "\n";
try {
    await_all_or_fail([after(9, fn() => 1), after(1, $fail('first')), after(3, fn() => 3)]);
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}

[$values, $errors] = await_all(['p' => after(2, fn() => 1), 'q' => after(0, $fail('eq')), 'r' => after(1, fn() => null)]);
echo json_encode($values), ' ', $names($errors), "\n";

echo json_encode(await_any_of_or_fail(2, [after(1, fn() => 'v0'), after(50, fn() => 'v1'), after(2, fn() => 'v2')])), "\n";
try {
    await_any_of_or_fail(2, [after(0, fn() => 1), after(1, $fail('one of two')), after(30, fn() => 3)]);
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}

[$values, $errors] = await_any_of(2, [after(1, $fail('e0')), after(2, fn() => 'v1'), after(4, fn() => 'v2'), after(50, fn() => 'v3')]);
echo json_encode($values), ' ', $names($errors), "\n";
[$values, $errors] = await_any_of(2, [after(1, $fail('e0')), after(2, fn() => 'v1')]);
echo json_encode($values), ' ', $names($errors), "\n";
--EXPECT--
fast
any
vb {"a":"ea","c":"ec"}
NULL
{"a":"ea","b":"eb"}
{"p":1,"q":2}
first
{"p":1,"r":null} {"q":"eq"}
{"0":"v0","2":"v2"}
one of two
{"1":"v1","2":"v2"} ["e0"]
{"1":"v1"} ["e0"]
