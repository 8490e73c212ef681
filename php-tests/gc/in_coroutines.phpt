--TEST--
GC-4, GC-5: calls inside coroutines are deferred, too; a destructor that waits does not hold up the caller
--DESCRIPTION--
Rules: GC-4, GC-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

class N {
    public $self;
    function __construct(public $n) { $this->self = $this; }
    function __destruct() { echo "+$this->n "; delay(5); echo "-$this->n "; }
}
$c = spawn(function () { new N(1); new N(2); var_dump(gc_collect_cycles()); suspend(); echo "caller "; });
$d = spawn(function () { echo "other "; });
await($c);
delay(15);
echo "\n";
--EXPECTF--
int(0)
other +%d +%d caller -%d -%d
