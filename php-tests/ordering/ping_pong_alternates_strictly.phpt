--TEST--
SD-2: two coroutines that only suspend alternate strictly, 1000 times
--DESCRIPTION--
Rules: SD-2, SD-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$log = [];
$a = spawn(function () use (&$log) { for ($i = 0; $i < 1000; $i++) { $log[] = 'a'; suspend(); } });
$b = spawn(function () use (&$log) { for ($i = 0; $i < 1000; $i++) { $log[] = 'b'; suspend(); } });
await($a); await($b);
var_dump(implode('', $log) === str_repeat('ab', 1000));
--EXPECT--
bool(true)
