--TEST--
SP-1: __call and __callStatic trampolines receive the original method name
--DESCRIPTION--
Rules: SP-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class M {
    function __call($name, $args) { suspend(); return "$name(" . implode(',', $args) . ')'; }
    static function __callStatic($name, $args) { suspend(); return "static $name(" . implode(',', $args) . ')'; }
}
$m = new M;
$list = [spawn([$m, 'first'], 1, 2), spawn([$m, 'second'], 3), spawn(['M', 'third'], 4), spawn('M::fourth', 5), spawn($m->fifth(...), 6)];
unset($m);
foreach ($list as $c) { echo await($c), "\n"; }
--EXPECT--
first(1,2)
second(3)
static third(4)
static fourth(5)
fifth(6)
