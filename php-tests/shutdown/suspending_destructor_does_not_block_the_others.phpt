--TEST--
GC-23: a destructor that suspends at shutdown does not block the others
--DESCRIPTION--
Rules: GC-23, SH-5
Order: dependent
--FILE--
<?php
use function Async\suspend;

class D { function __construct(public $n) {} function __destruct() { echo '+'; suspend(); echo '-'; } }
suspend();
$a = new D('a'); $b = new D('b'); $c = new D('c');
echo "body end\n";
--EXPECT--
body end
+++---
