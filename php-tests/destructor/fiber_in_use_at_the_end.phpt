--TEST--
GC-23: the engine's pass over the objects at the end leaves a Fiber alone that a suspended destructor uses
--DESCRIPTION--
Rules: GC-23, GC-26, FI-2, FI-10
Order: dependent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\delay;

class AtEnd
{
    public function __construct(public string $name, public Closure $do) {}
    public function __destruct() { echo "$this->name: begins\n"; ($this->do)(); echo "$this->name: ends\n"; }
}

// Destructed first, by the engine: the scheduler is launched here, and the engine goes on when this one has ended.
$launches = new AtEnd('launches', function () { (fn() => new AtEnd('inner', fn() => delay(1)))(); });
$list[] = new AtEnd('awaits in a Fiber', function () {
    $fiber = new Fiber(function () { echo "in the Fiber\n"; delay(20); echo "still there\n"; });
    $fiber->start();
});
$list[] = new AtEnd('parks a Fiber', function () {
    global $kept;
    $kept = new Fiber(function () {
        try { delay(30); echo "parks\n"; Fiber::suspend(); } finally { echo "destroyed\n"; }
    });
    $kept->start();
});
--EXPECT--
launches: begins
inner: begins
awaits in a Fiber: begins
parks a Fiber: begins
in the Fiber
inner: ends
launches: ends
still there
awaits in a Fiber: ends
parks
parks a Fiber: ends
destroyed
