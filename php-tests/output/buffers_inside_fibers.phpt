--TEST--
OB-2: a Fiber uses the buffers of the coroutine that drives it
--DESCRIPTION--
Rules: OB-2, FI-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$task = function ($id) {
    ob_start();
    $f = new Fiber(function () use ($id) {
        echo "a$id "; Fiber::suspend(); suspend(); ob_start(); echo "b$id "; Fiber::suspend();
        echo "c$id"; echo '[', ob_get_clean(), ']';
    });
    $f->start(); suspend(); $f->resume(); suspend(); $f->resume();
    return ob_get_clean();
};
$cs = [spawn($task, 1), spawn($task, 2)];
echo "nothing before\n";
foreach ($cs as $c) echo await($c), "\n";
--EXPECT--
nothing before
a1 b1 c1[]
a2 b2 c2[]
