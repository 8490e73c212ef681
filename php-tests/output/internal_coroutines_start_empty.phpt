--TEST--
OB-8: destructors of a deferred collection and of the end write to the output, not into a buffer of main
--DESCRIPTION--
Rules: OB-8, OB-4
Order: dependent
--FILE--
<?php
use function Async\{suspend};

class N {
    public $self;
    function __construct(public $n) { $this->self = $this; }
    function __destruct() { echo "[collected $this->n, level ", ob_get_level(), "]\n"; }
}
suspend();
ob_start();
echo "buffered\n";
new N(1);
gc_collect_cycles();
suspend();
ob_end_flush();
--EXPECT--
[collected 1, level 0]
buffered
