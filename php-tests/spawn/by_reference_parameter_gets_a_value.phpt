--TEST--
SP-2: a task with a by-reference parameter gets a copy and a warning, as call_user_func gives
--DESCRIPTION--
Rules: SP-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$v = 1;
echo await(spawn(function (&$r) { $r++; return $r; }, $v)), ' ', $v, "\n";
$o = 5;
$c = spawn(function () use (&$o) { $o++; });
await($c);
echo $o, "\n";
--EXPECTF--
%A2 1
6
