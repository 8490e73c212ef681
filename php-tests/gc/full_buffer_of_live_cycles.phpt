--TEST--
GC-6: a collection of a full buffer that frees nothing raises the threshold by 10000, one that frees much lowers it again
--DESCRIPTION--
Rules: GC-6, GC-4
Order: independent
--FILE--
<?php
use function Async\{suspend, delay, spawn, await};

class N { public $o; }
suspend();
$live = [];
$make = function (int $n, bool $keep) use (&$live) {
    for ($i = 0; $i < $n; $i++) { $a = new N; $b = new N; $a->o = $b; $b->o = $a; if ($keep) $live[] = $a; }
};
await(spawn(fn() => $make(6000, true)));
delay(1);
var_dump(gc_status()['threshold'], gc_status()['collected']);
await(spawn(fn() => $make(30_000, false)));
gc_collect_cycles();
delay(1);
var_dump(gc_status()['threshold'], gc_status()['collected'], count($live));
--EXPECT--
int(20001)
int(0)
int(10001)
int(60000)
int(6000)
