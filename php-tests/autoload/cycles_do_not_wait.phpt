--TEST--
ES-4: coroutines that need each other's classes do not wait for each other
--DESCRIPTION--
Rules: ES-4, DD-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

// A needs B while it loads, B needs A: one of the two autoloaders runs twice, as it would in stock PHP without a guard.
spl_autoload_register(function ($class) {
    suspend();
    $other = ['A' => 'B', 'B' => 'C', 'C' => 'A'][$class];
    $found = class_exists($other);
    if (!class_exists($class, false)) eval("class $class {}");
});
$cs = [];
foreach (['A', 'B', 'C'] as $class) $cs[] = spawn(fn() => get_class(new $class));
foreach ($cs as $c) echo await($c), "\n";
--EXPECT--
A
B
C
