--TEST--
GC-23, SD-12: destructors at the end that use the API for the first time
--DESCRIPTION--
Rules: GC-23, SD-12, SH-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class D {
    function __construct(public $n) {}
    function __destruct() { echo "+$this->n "; echo await(spawn(function () { suspend(); return "-$this->n "; })); }
}
$c = new D('c'); $b = new D('b'); $a = new D('a');
$list = [new D('d'), new D('e')];
echo "body end\n";
--EXPECT--
body end
+a +b +c +d +e -a -b -c -d -e
