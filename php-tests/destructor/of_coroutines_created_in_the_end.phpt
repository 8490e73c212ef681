--TEST--
GC-23, GC-24, SH-6: coroutines spawned by destructors at the end run out; Coroutine objects are not destructed
--DESCRIPTION--
Rules: GC-23, GC-24, SH-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

class D {
    function __construct(public $n) {}
    function __destruct() { echo "d$this->n\n"; spawn(function () { delay(1); echo "late$this->n\n"; }); }
}
suspend();
$keep = spawn(fn() => 'result');
$a = new D(1); $b = new D(2);
$x = new stdClass; $x->c = $keep; $x->d = new D(3);
--EXPECT--
d3
d2
d1
late3
late2
late1
