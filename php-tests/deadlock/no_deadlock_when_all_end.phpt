--TEST--
DD-1: a script whose coroutines all end never reports a deadlock
--DESCRIPTION--
Rules: DD-1, SH-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$cs = [];
for ($i = 0; $i < 50; $i++) $cs[] = spawn(function () use ($i, &$cs) { if ($i > 0) await($cs[$i - 1]); return $i; });
echo await($cs[49]), "\n";
--EXPECT--
49
