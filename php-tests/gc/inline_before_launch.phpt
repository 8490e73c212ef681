--TEST--
GC-5: before launch gc_collect_cycles() is inline: destructors run one after the other with their suspensions
--DESCRIPTION--
Rules: GC-5, GC-20
Order: independent
--FILE--
<?php
use function Async\suspend;

class N {
    public $self;
    function __construct(public $n) { $this->self = $this; }
    function __destruct() { $GLOBALS['log'] .= "{$this->n} start · "; suspend(); $GLOBALS['log'] .= "{$this->n} end · "; }
}
$log = '';
new N('A'); new N('B');
var_dump(gc_collect_cycles());
// The collector's order of the two is its own.
var_dump($log === 'A start · A end · B start · B end · ' || $log === 'B start · B end · A start · A end · ');
--EXPECT--
int(2)
bool(true)
