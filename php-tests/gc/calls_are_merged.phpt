--TEST--
GC-5: further calls while a collection is pending return 0 and are merged with it
--DESCRIPTION--
Rules: GC-5
Order: dependent
--FILE--
<?php
use function Async\{suspend, get_coroutines};

class N { public $self; function __construct(public $n) { $this->self = $this; } function __destruct() { echo "collected $this->n\n"; } }
suspend();
new N('A');
var_dump(gc_collect_cycles());
$queued = count(get_coroutines());
new N('B');
var_dump(gc_collect_cycles(), count(get_coroutines()) === $queued);
$runs = gc_status()['runs'];
suspend();
var_dump(gc_status()['collected'], count(get_coroutines()));
try { gc_collect_cycles(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
int(0)
int(0)
bool(true)
collected A
collected B
int(2)
int(1)
gc_collect_cycles() expects exactly 0 arguments, 1 given
