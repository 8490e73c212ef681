--TEST--
ES-4, IN-2: different classes load at the same time, with nested loads, into one class table
--DESCRIPTION--
Rules: ES-4, IN-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$loads = [];
spl_autoload_register(function ($class) use (&$loads) {
    $loads[] = $class;
    delay(1);
    // A derived class needs its parent, which is shared by all.
    eval(str_starts_with($class, 'Child') ? "class $class extends Base {}" : "class $class { function who() { return static::class; } }");
});
$cs = [];
for ($i = 0; $i < 20; $i++) $cs[] = spawn(fn() => (new ("Child" . $i % 5))->who());
$names = array_map(fn($c) => await($c), $cs);
sort($names); sort($loads);
echo implode(' ', array_unique($names)), "\n", implode(' ', $loads), "\n";
--EXPECT--
Child0 Child1 Child2 Child3 Child4
Base Child0 Child1 Child2 Child3 Child4
