--TEST--
ES-4: an autoloader may suspend; the class is there afterwards, for every coroutine that asked
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$loads = 0;
spl_autoload_register(function ($class) use (&$loads) {
    suspend(); suspend();
    if (!class_exists($class, false)) { $loads++; eval("class $class { const V = '$class'; }"); }
});
$cs = [spawn(fn() => One::V), spawn(fn() => (new One)::V), spawn(fn() => Two::V),
    spawn(fn() => class_exists('Two') ? 'exists' : 'missing')];
foreach ($cs as $c) { echo await($c), "\n"; }
echo $loads, "\n";
--EXPECT--
One
One
Two
exists
2
