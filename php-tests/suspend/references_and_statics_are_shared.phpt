--TEST--
ES-4: globals, statics and references are shared between coroutines
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function counter() { static $n = 0; $n++; suspend(); return $n; }
$g = 0;
$task = function () use (&$g) { global $h; $g++; $h = ($h ?? 0) + 1; suspend(); return counter(); };
$cs = [spawn($task), spawn($task), spawn($task)];
foreach ($cs as $c) await($c);
echo "$g $h ", counter(), "\n";
--EXPECT--
3 3 4
