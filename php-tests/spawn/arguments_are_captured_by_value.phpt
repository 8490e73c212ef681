--TEST--
SP-2: arguments are captured at the call; later changes do not reach the task
--DESCRIPTION--
Rules: SP-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$n = 1; $list = [1, 2]; $o = new stdClass; $o->v = 'before';
$c = spawn(function ($n, $list, $o) { return [$n, count($list), $o->v]; }, $n, $list, $o);
$n = 99; $list[] = 3; $o->v = 'after';
echo json_encode(await($c)), "\n";
$local = 'kept';
$d = spawn(function ($s) { return $s; }, $local . '!');
unset($local);
echo await($d), "\n";
--EXPECT--
[1,2,"after"]
kept!
