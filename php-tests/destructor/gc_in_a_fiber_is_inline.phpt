--TEST--
GC-7: a Fiber that calls gc_collect_cycles() runs the destructors inline, exactly once each
--DESCRIPTION--
Rules: GC-7, FI-1
Order: independent
--FILE--
<?php
class N { public $self; function __construct(public $n) { $this->self = $this; } function __destruct() { echo "collected {$this->n}\n"; } }
$f = new Fiber(function () {
    new N('A'); new N('B');
    echo gc_collect_cycles() >= 2 ? "counted\n" : "not counted\n";
    Fiber::suspend();
    new N('C');
    gc_collect_cycles();
    echo "fiber end\n";
});
$f->start(); $f->resume();
--EXPECT--
collected A
collected B
counted
collected C
fiber end
