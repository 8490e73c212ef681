--TEST--
SU-4: temporaries of an expression survive a suspension in the middle of it
--DESCRIPTION--
Rules: SU-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function v($x) { suspend(); return $x; }
$task = fn($n) => [v($n) + v($n * 2) * v(3), 'a' . v('b') . 'c' . v($n), ['k' => v(1), v('dyn') => [v(2), ...v([3, 4])]],
    v(true) && v(false) || v('x'), v(null) ?? v('coalesced'),
    match (v($n)) {
        v(1) => 'one',
        v(2) => 'two',
        default => 'many'
    }, (new class(v($n)) { function __construct(public $p) { suspend(); } })->p];
$cs = [spawn($task, 1), spawn($task, 2), spawn($task, 3)];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
--EXPECT--
[7,"abc1",{"k":1,"dyn":[2,3,4]},true,"coalesced","one",1]
[14,"abc2",{"k":1,"dyn":[2,3,4]},true,"coalesced","two",2]
[21,"abc3",{"k":1,"dyn":[2,3,4]},true,"coalesced","many",3]
