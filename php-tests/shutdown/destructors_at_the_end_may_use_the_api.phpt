--TEST--
SH-5: destructors at script end may spawn, suspend and await; that work is run to its end
--DESCRIPTION--
Rules: SH-5, SH-6, GC-23
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, delay};

class D {
    function __construct(public $n) {}
    function __destruct() {
        $v = await(spawn(function () { delay(1); return 'awaited'; }));
        echo "{$this->n}: $v\n";
        spawn(function () { echo "spawned by {$this->n}\n"; });
    }
}
$a = new D('a');
echo "body end\n";
--EXPECT--
body end
a: awaited
spawned by a
