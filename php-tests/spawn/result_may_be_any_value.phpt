--TEST--
AW-1: the return value of a task is what await gives, whatever its type
--DESCRIPTION--
Rules: AW-1, CO-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$o = new stdClass;
foreach ([null, true, 0, 1.5, 'text', [1, [2]], $o] as $v) {
    $c = spawn(fn() => $v);
    var_dump(await($c) === $v, $c->getResult() === $v);
}
$c = spawn(function () {});
var_dump(await($c));
$g = await(spawn(function () { yield 1; yield 2; }));
echo get_class($g), ' ', implode(',', iterator_to_array($g)), "\n";
function &by_ref() { static $s = 7; return $s; }
var_dump(await(spawn('by_ref')));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
Generator 1,2
int(7)
