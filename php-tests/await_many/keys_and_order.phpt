--TEST--
AA-5, AA-41, AA-45: results have the keys of the input, in its order or in that of completion
--DESCRIPTION--
Rules: AA-5, AA-41, AA-42, AA-45
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all, await_all_or_fail, await_any_of, await_any_of_or_fail};

function after(int $turns, callable $end) {
    return spawn(function () use ($turns, $end) { while ($turns-- > 0) suspend(); return $end(); });
}
$mk = fn() => ['slow' => after(4, fn() => 's'), 7 => after(0, fn() => 'f'),
    'mid' => after(2, fn() => throw new Exception('m')), '8' => after(3, fn() => 'e')];
foreach ([true, false] as $preserve) {
    [$r, $x] = await_all($mk(), preserveKeyOrder: $preserve, fillNull: true);
    echo json_encode($r), ' ', json_encode(array_keys($x)), "\n";
    try { await_all_or_fail($mk(), preserveKeyOrder: $preserve); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
    $good = ['b' => after(2, fn() => 'B'), 'a' => after(1, fn() => 'A')];
    echo json_encode(await_all_or_fail($good, preserveKeyOrder: $preserve)), "\n";
    $good = ['b' => after(2, fn() => 'B'), 'a' => after(1, fn() => 'A'), 'c' => after(99, fn() => 'C')];
    echo json_encode(await_any_of_or_fail(2, $good, preserveKeyOrder: $preserve)), "\n";
    $good = ['b' => after(2, fn() => 'B'), 'a' => after(1, fn() => 'A'), 'c' => after(99, fn() => 'C')];
    echo json_encode(await_any_of(2, $good, preserveKeyOrder: $preserve)), "\n";
}
// The example of AA-45: two finish in the same turn.
$tasks = ['slow' => after(1, fn() => 1), 'fast' => after(0, fn() => 2),
    'medium' => after(0, fn() => 3), 'very_slow' => after(1, fn() => 4)];
echo array_key_first(await_any_of_or_fail(3, $tasks)), "\n";
// A long key made at run time is shared by input, results and errors.
$key = str_repeat('k', random_int(5000, 5000));
[$r, $x] = await_all([$key => after(0, fn() => throw new Exception)], fillNull: true);
unset($tasks);
var_dump(array_keys($r) === [$key], array_keys($x) === [$key]);
--EXPECT--
{"slow":"s","7":"f","mid":null,"8":"e"} ["mid"]
m
{"b":"B","a":"A"}
{"b":"B","a":"A"}
[{"b":"B","a":"A"},[]]
{"7":"f","mid":null,"8":"e","slow":"s"} ["mid"]
m
{"a":"A","b":"B"}
{"a":"A","b":"B"}
[{"a":"A","b":"B"},[]]
slow
bool(true)
bool(true)
