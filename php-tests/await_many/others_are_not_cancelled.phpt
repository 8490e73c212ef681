--TEST--
AA-8: nothing that is awaited is cancelled, neither on success nor on failure nor by the token
--DESCRIPTION--
Rules: AA-8, OD-8, AA-46, OD-7
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay, timeout, await, await_any_or_fail, await_all_or_fail, await_first_success, await_any_of};

$slow = fn() => spawn(function () { for ($i = 0; $i < 6; $i++) suspend(); return 'finished'; });
$a = $slow(); await_any_or_fail([spawn(fn() => 1), $a]);
$b = $slow(); try { await_all_or_fail([$b, spawn(fn() => throw new Exception)]); } catch (Exception) {}
$c = spawn(function () { delay(20); return 'finished'; });
try { await_all_or_fail([$c], timeout(1)); } catch (Async\OperationCanceledException) {}
$d = $slow(); await_first_success([$d, spawn(fn() => 1)]);
$e = $slow(); await_any_of(1, [$e, spawn(fn() => 1)]);
foreach ([$a, $b, $c, $d, $e] as $i => $task) echo $i, ' ', await($task), ' ', var_export($task->isCancelled(), true), "\n";
--EXPECT--
0 finished false
1 finished false
2 finished false
3 finished false
4 finished false
