--TEST--
CN-3: 10,000 coroutines cancelled before the start or while waiting
--DESCRIPTION--
Rules: CN-3, CN-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$n = 0; $cs = [];
for ($i = 0; $i < 5000; $i++) $cs[] = spawn(function () use (&$n) { try { delay(100_000); } finally { $n++; } });
suspend();
for ($i = 0; $i < 5000; $i++) $cs[] = spawn(function () use (&$n) { $n += 1000; });
foreach ($cs as $c) $c->cancel();
$thrown = 0;
foreach ($cs as $c) { try { await($c); } catch (AsyncCancellation) { $thrown++; } }
var_dump($n, $thrown);
--EXPECT--
int(5000)
int(10000)
