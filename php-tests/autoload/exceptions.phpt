--TEST--
ES-4: when the autoloader of another coroutine throws, the next one tries itself and gets an exception of its own
--DESCRIPTION--
Rules: ES-4, AW-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$n = 0;
spl_autoload_register(function ($class) use (&$n) {
    $mine = ++$n; suspend(); suspend();
    if ($mine < 3) throw new RuntimeException("attempt $mine");
    eval("class $class {}");
});
$cs = [];
for ($i = 0; $i < 5; $i++) $cs[] = spawn(function () {
    try { new X; return 'loaded'; } catch (RuntimeException $e) { return $e->getMessage(); }
});
foreach ($cs as $c) echo await($c), "\n";
var_dump($n);
--EXPECT--
attempt 1
attempt 2
loaded
loaded
loaded
int(3)
