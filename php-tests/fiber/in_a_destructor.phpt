--TEST--
FI-5, GC-20: while the scheduler runs, a destructor may drive Fibers, also one that the collector or the end of the script calls
--DESCRIPTION--
Rules: FI-5, GC-20, GC-26
Order: dependent
--FILE--
<?php
use function Async\{suspend, await, spawn};

class D {
    public $self;
    function __construct(public string $where) {}
    function __destruct() {
        $f = new Fiber(function () { $x = Fiber::suspend(1); suspend(); return $x + 1; });
        $v = $f->start(); $f->resume($v);
        echo "$this->where: ", $f->getReturn(), "\n";
    }
}
suspend();
$d = new D('unset'); unset($d);
$d = new D('collector'); $d->self = $d; unset($d); gc_collect_cycles(); suspend(); suspend(); suspend(); suspend(); suspend(); suspend();
await(spawn(function () { new D('coroutine'); }));
$d = new D('end of the script');
--EXPECT--
unset: 2
collector: 2
coroutine: 2
end of the script: 2
