--TEST--
AA-7: what is complete already is taken in input order, without a switch if that meets the goal
--DESCRIPTION--
Rules: AA-7, AA-45
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all, await_any_or_fail, await_all_or_fail, await_first_success, await_any_of_or_fail};

$done = spawn(fn() => 'd'); $done2 = spawn(fn() => 'd2'); $failed = spawn(fn() => throw new Exception('f'));
await_all([$done, $done2, $failed]);
$others = 0;
spawn(function () use (&$others) { while ($others < 1000) { $others++; suspend(); } });
$never = spawn(function () { suspend(); suspend(); return 'late'; });
echo await_any_or_fail([$never, $done, $done2]), "\n";
echo json_encode(await_all_or_fail([$done2, $done])), "\n";
try { await_all_or_fail([$never, $failed]); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
try { await_any_or_fail([$failed, $done]); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo await_first_success([$failed, $done])[0], "\n";
echo json_encode(await_any_of_or_fail(2, [$done, $done2, $failed])), "\n";
[$r, $x] = await_all([$failed, $done]);
echo json_encode($r), count($x), "\n";
echo "turns given: $others\n";
echo await($never), "\n";
--EXPECT--
d
["d2","d"]
f
f
d
["d","d2"]
{"1":"d"}1
turns given: 0
late
