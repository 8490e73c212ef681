--TEST--
FI-2: two coroutines, each waiting inside its own Fiber at the same time, keep them apart
--DESCRIPTION--
Rules: FI-2, ES-3, FI-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$task = function ($id) {
    $inner = new Fiber(function () use ($id) {
        delay($id === 'A' ? 4 : 1); $x = Fiber::suspend("inner $id"); suspend();
        return "inner end $id $x";
    });
    $outer = new Fiber(function () use ($inner, $id) {
        suspend(); $v = $inner->start();
        $w = Fiber::suspend("outer saw $v");
        $inner->resume($w); delay(1); return $inner->getReturn();
    });
    $out = [$outer->start()];
    suspend();
    $outer->resume("w$id");
    $out[] = $outer->getReturn();
    return $out;
};
$cs = [spawn($task, 'A'), spawn($task, 'B'), spawn($task, 'C')];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
--EXPECT--
["outer saw inner A","inner end A wA"]
["outer saw inner B","inner end B wB"]
["outer saw inner C","inner end C wC"]
