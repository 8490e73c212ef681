--TEST--
FI-6: an exception leaving a Fiber goes to its resumer only; nothing surfaces
--DESCRIPTION--
Rules: FI-6, FI-7, EH-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

$other = spawn(function () { delay(3); return 'not cancelled'; });
$c = spawn(function () {
    $f = new Fiber(function () { Fiber::suspend(); delay(1); throw new LogicException('from fiber'); });
    $f->start();
    try { $f->resume(); } catch (LogicException $e) { return $e->getMessage(); }
});
echo await($c), "\n", await($other), "\n";
--EXPECT--
from fiber
not cancelled
