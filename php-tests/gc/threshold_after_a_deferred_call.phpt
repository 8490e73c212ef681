--TEST--
GC-8: an explicit call leaves the buffer filled until the deferred run: the threshold rises to 20001
--DESCRIPTION--
Rules: GC-8, GC-5, GC-6
Order: independent
--FILE--
<?php
use function Async\{suspend, delay};

class N { public $o; }
$live = [];
$make = function (int $n) use (&$live) { for ($i = 0; $i < $n; $i++) { $a = new N; $b = new N; $a->o = $b; $b->o = $a; $live[] = $a; } };
suspend();
$make(4000);
gc_collect_cycles();
$make(1200);
delay(1);
var_dump(gc_status()['threshold']);
--EXPECT--
int(20001)
