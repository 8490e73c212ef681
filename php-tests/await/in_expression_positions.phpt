--TEST--
AW-1: await in arguments, conditions, generators and string interpolation
--DESCRIPTION--
Rules: AW-1, FI-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$mk = fn($v) => spawn(function () use ($v) { suspend(); return $v; });
echo sprintf('%s-%s', await($mk('a')), await($mk('b'))), "\n";
if (await($mk(false)) || await($mk(true))) echo "condition\n";
$gen = (function () use ($mk) { yield await($mk(1)); yield await($mk(2)); return await($mk('r')); })();
foreach ($gen as $v) echo $v, "\n";
echo $gen->getReturn(), "\n";
echo "{$mk('x')->getSpawnFileAndLine()[1]}" > 0 ? "line\n" : '';
--EXPECT--
a-b
condition
1
2
r
line
