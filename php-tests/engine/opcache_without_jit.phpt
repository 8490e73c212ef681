--TEST--
MO-4: the suite's basic patterns under opcache without JIT
--DESCRIPTION--
Rules: MO-4, SU-4
Order: independent
--EXTENSIONS--
opcache
--INI--
opcache.enable_cli=1
opcache.jit=disable
opcache.optimization_level=0x7FFEBFFF
--FILE--
<?php
use function Async\{spawn, suspend, await};

function f(int $x): int { suspend(); return $x + 1; }
$cs = [];
for ($i = 0; $i < 50; $i++) $cs[] = spawn(fn() => f($i) + f($i) + f($i));
$s = 0;
foreach ($cs as $c) $s += await($c);
var_dump($s === 3 * array_sum(range(1, 50)));
try { await(spawn(fn() => throw new DomainException('d'))); } catch (DomainException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
d
