--TEST--
AA-6: one awaitable under several keys fills them all; a Traversable waits for it once
--DESCRIPTION--
Rules: AA-6
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await_all, await_any_of_or_fail, timeout};

$runs = 0;
$c = spawn(function () use (&$runs) { $runs++; suspend(); return 'v'; });
$bad = spawn(function () { suspend(); throw new Exception('b'); });
[$r, $x] = await_all(['a' => $c, 'x' => $bad, 'b' => $c, 'y' => $bad, 5 => $c]);
echo json_encode($r), ' ', implode(',', array_keys($x)), ' ', var_export($x['x'] === $x['y'], true), "\n";
[$r] = await_all(['a' => $c, 'b' => $c]);
echo json_encode($r), "\n";
$d = spawn(function () use (&$runs) { $runs++; suspend(); suspend(); return 'w'; });
[$r] = await_all((function () use ($d) { for ($i = 0; $i < 5; $i++) { suspend(); yield $i => $d; } })());
echo json_encode($r), " $runs\n";
$t = timeout(1);
[$r, $x] = await_all(['p' => $t, 'q' => $t]);
echo count($r), ' ', $x['p']->getMessage(), ' ', $x['q']->getMessage(), "\n";
--EXPECT--
{"a":"v","b":"v","5":"v"} x,y true
{"a":"v","b":"v"}
["w"] 2
0 Timeout occurred after 1 milliseconds Timeout occurred after 1 milliseconds
