--TEST--
AA-44: a count of 0 returns at once, in the main coroutine, one above the number of items waits for all
--DESCRIPTION--
Rules: AA-44, OD-18, SD-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_any_of, await_any_of_or_fail, get_coroutines};

echo count(get_coroutines()), ' ', count(await_any_of_or_fail(0, [])), ' ', count(get_coroutines()), "\n";
register_shutdown_function(function () {
    echo count(get_coroutines()), ' ', json_encode(await_any_of(0, [])), ' ', count(get_coroutines()), "\n";
});
$c = spawn(function () { echo "task\n"; suspend(); return 1; });
foreach ([0, -1] as $n) {
    var_dump(await_any_of_or_fail($n, [$c]) === [], await_any_of($n, [$c]) === [[], []]);
}
echo "nothing ran\n";
echo json_encode(await_any_of_or_fail(5, ['a' => $c])), "\n";
$f = spawn(function () { suspend(); throw new Exception('e'); });
[$r, $x] = await_any_of(PHP_INT_MAX, ['a' => $c, 'f' => $f]);
echo json_encode($r), ' ', $x['f']->getMessage(), "\n";
--EXPECT--
0 0 1
bool(true)
bool(true)
bool(true)
bool(true)
nothing ran
task
{"a":1}
{"a":1} e
0 [[],[]] 1
