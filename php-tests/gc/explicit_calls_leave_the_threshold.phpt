--TEST--
GC-6: explicit collections never change the threshold; one that examines nothing neither
--DESCRIPTION--
Rules: GC-6, GC-5
Order: independent
--FILE--
<?php
use function Async\{suspend, delay};

class N { public $o; }
suspend();
for ($round = 0; $round < 20; $round++) {
    for ($i = 0; $i < 500; $i++) { $a = new N; $b = new N; $a->o = $b; $b->o = $a; }
    unset($a, $b);
    gc_collect_cycles();
    delay(1);
}
$status = gc_status();
var_dump($status['collected'], $status['threshold']);
gc_collect_cycles(); suspend();
var_dump(gc_status()['threshold'], gc_status()['runs'] === $status['runs']);
--EXPECT--
int(20000)
int(10001)
int(10001)
bool(true)
