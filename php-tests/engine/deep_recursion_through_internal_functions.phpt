--TEST--
ES-3: recursion through internal functions (C stack) of a hundred levels works in a coroutine
--DESCRIPTION--
Rules: ES-3, SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function c_level(int $n): int { if ($n === 0) { suspend(); return 0; } return array_map(fn($x) => c_level($x - 1) + 1, [$n])[0]; }
$cs = [];
for ($i = 0; $i < 10; $i++) $cs[] = spawn('c_level', 100);
foreach ($cs as $c) { if (await($c) !== 100) echo "wrong\n"; }
echo "done\n";
--EXPECT--
done
