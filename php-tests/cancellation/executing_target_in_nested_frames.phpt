--TEST--
CN-17: a cancel of the executing coroutine from a nested call, callback or destructor is a self-cancel
--DESCRIPTION--
Rules: CN-17, CN-6
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, current_coroutine};
use Async\AsyncCancellation;

class D { function __destruct() { current_coroutine()->cancel(new AsyncCancellation('from destructor')); } }
$tasks = [
    fn() => array_map(function ($x) { current_coroutine()->cancel(new AsyncCancellation('from callback')); return $x; }, [1])[0],
    function () { $d = new D; unset($d); delay(1); return 2; },
    function () {
        $f = new Fiber(function () { current_coroutine()->cancel(new AsyncCancellation('from fiber')); suspend(); return 3; });
        $f->start(); return $f->getReturn();
    },
];
foreach ($tasks as $task) {
    $c = spawn($task);
    try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), ' ', $c->getResult(), "\n"; }
}
--EXPECT--
from callback 1
from destructor 2
from fiber 3
