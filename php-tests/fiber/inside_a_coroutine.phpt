--TEST--
FI-1: native Fibers work inside coroutines: values, exceptions and return values pass
--DESCRIPTION--
Rules: FI-1, FI-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$task = function ($id) {
    $f = new Fiber(function ($x) use ($id) {
        $y = Fiber::suspend("$id got $x"); $z = Fiber::suspend("$id got $y");
        if ($z === null) return "$id returned";
        throw new Exception("$id threw $z");
    });
    $out = [$f->start(1), $f->resume(2), $f->resume(), $f->getReturn()];
    suspend();
    $g = new Fiber(function () { Fiber::suspend(); throw new LogicException('out of fiber'); });
    $g->start();
    try { $g->resume(); } catch (LogicException $e) { $out[] = $e->getMessage(); }
    return $out;
};
$cs = [spawn($task, 'A'), spawn($task, 'B')];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
--EXPECT--
["A got 1","A got 2",null,"A returned","out of fiber"]
["B got 1","B got 2",null,"B returned","out of fiber"]
