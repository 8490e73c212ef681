--TEST--
GC-6: collected totals are exact with explicit calls between suspensions
--DESCRIPTION--
Rules: GC-6, GC-5
Order: independent
--FILE--
<?php
use function Async\delay;

class N { public $o; }
for ($round = 0; $round < 20; $round++) {
    for ($i = 0; $i < 500; $i++) { $a = new N; $b = new N; $a->o = $b; $b->o = $a; }
    unset($a, $b);
    gc_collect_cycles();
    delay(1);
}
$s = gc_status();
var_dump($s['collected'], $s['threshold']);
--EXPECT--
int(20000)
int(10001)
