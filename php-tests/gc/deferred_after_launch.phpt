--TEST--
GC-5: after launch gc_collect_cycles() returns 0, prints nothing and runs before the caller's next slice
--DESCRIPTION--
Rules: GC-5, OD-16
Order: dependent
--FILE--
<?php
use function Async\suspend;

class N { public $self; function __construct(public $n) { $this->self = $this; } function __destruct() { echo "collected {$this->n}\n"; } }
suspend();
new N('A');
var_dump(gc_collect_cycles());
echo "still before\n";
suspend();
echo "after\n";
--EXPECT--
int(0)
still before
collected A
after
