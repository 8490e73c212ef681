--TEST--
GC-7: a Fiber that calls gc_collect_cycles() runs the destructors inline, exactly once each
--DESCRIPTION--
Rules: GC-7, FI-1
Order: independent
--FILE--
<?php
class N { public $self; function __construct(public $n) { $this->self = $this; } function __destruct() { $GLOBALS['log'][] = $this->n; } }
$log = [];
$f = new Fiber(function () {
    new N('A'); new N('B');
    echo gc_collect_cycles() >= 2 ? "counted\n" : "not counted\n";
    sort($GLOBALS['log']); echo implode(' ', $GLOBALS['log']), "\n";
    Fiber::suspend();
    new N('C');
    gc_collect_cycles();
    echo end($GLOBALS['log']), "\n";
});
$f->start(); $f->resume();
var_dump(count($log));
--EXPECT--
counted
A B
C
int(3)
