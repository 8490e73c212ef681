--TEST--
GC-23, FI-5: at the end, a Fiber that drives another one in a suspended destructor is not destroyed below it
--DESCRIPTION--
Rules: GC-23, FI-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await};

class D { function __construct(private $f) {} function __destruct() { ($this->f)(); } }
suspend();
$a = [new D(fn() => delay(1))];
$b = [new D(function () {
    $f = new Fiber(function () {
        $g = new Fiber(function () { await(spawn(fn() => delay(5))); echo "inner\n"; });
        $g->start();
        echo "outer\n";
    });
    $f->start();
    echo "end\n";
})];
--EXPECT--
inner
outer
end
