--TEST--
IT-4, IT-5: concurrency 1 is strictly sequential; callbacks that never suspend run in order
--DESCRIPTION--
Rules: IT-4, IT-5
Order: independent
--FILE--
<?php
use function Async\{iterate, suspend, current_coroutine};

$log = [];
iterate([1, 2, 3], function ($v) use (&$log) { $log[] = "b$v"; suspend(); suspend(); $log[] = "e$v"; }, concurrency: 1);
echo implode(' ', $log), "\n";
$ids = [];
iterate([1, 2, 3], function ($v) use (&$ids) { echo $v, "\n"; $ids[] = current_coroutine()->getId(); });
echo count(array_unique($ids)), "\n";
--EXPECT--
b1 e1 b2 e2 b3 e3
1
2
3
1
