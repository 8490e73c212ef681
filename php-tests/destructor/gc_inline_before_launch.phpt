--TEST--
GC-5: before launch gc_collect_cycles() is inline: destructors run one after the other with their suspensions
--DESCRIPTION--
Rules: GC-5, GC-20
Order: independent
--FILE--
<?php
use function Async\suspend;

class N { public $self; function __construct(public $n) { $this->self = $this; } function __destruct() { echo "{$this->n} start\n"; suspend(); echo "{$this->n} end\n"; } }
new N('A'); new N('B');
var_dump(gc_collect_cycles());
--EXPECT--
A start
A end
B start
B end
int(2)
