--TEST--
FI-5: Fibers started in a destructor that also waits (refused by stock PHP 8.2 and 8.3 alone)
--DESCRIPTION--
Rules: FI-5, GC-20, EG-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class D {
    function __destruct() {
        suspend();
        echo await(spawn(function () {
            $f = new Fiber(function () { return Fiber::suspend(1) + 1; });
            $v = $f->start(); $f->resume($v); return $f->getReturn();
        })), "\n";
    }
}
$d = new D; unset($d);
await(spawn(function () { $d = new D; unset($d); }));
--EXPECT--
2
2
