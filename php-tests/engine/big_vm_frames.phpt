--TEST--
ES-3: coroutines whose frames exceed a VM stack page keep their values
--DESCRIPTION--
Rules: ES-3, SU-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function wide(...$a) { suspend(); $b = array_map(fn($x) => $x, $a); suspend(); return array_sum(func_get_args()) + count($b); }
$cs = [];
for ($i = 1; $i <= 10; $i++) $cs[] = spawn(fn() => wide(...array_fill(0, $i * 2000, 1)));
foreach ($cs as $i => $c) { if (await($c) !== ($i + 1) * 4000) echo "wrong\n"; }
echo "done\n";
--EXPECT--
done
