--TEST--
GC-2: gc_collect_cycles() is safe with coroutines queued, suspended in every kind of frame, and finished
--DESCRIPTION--
Rules: GC-2, GC-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

class Holder { public $c; public $data = ['x' => 'reachable']; }
$results = [];
for ($i = 0; $i < 30; $i++) {
    $h = new Holder;
    $h->c = spawn(function ($arg) use ($h, $i) {
        $local = [new ArrayObject([$h, $arg])]; $cycle = new stdClass; $cycle->me = $cycle; $cycle->v = "v$i";
        foreach ((function () use ($local) { yield 1; suspend(); yield 2; })() as $v) {
            array_map(function ($x) use ($v) { suspend(); return $x; }, $local);
        }
        try { suspend(); } finally { delay($i % 3); }
        return $cycle->v . count($local) . $h->data['x'] . $arg['k'];
    }, ['k' => "a$i"]);
    $h->c->finally(function ($c) use ($h) { $h->data['done'] = $c; });
    $h->c->getContext();
    $results[] = $h->c;
    unset($h);
}
spawn(function () { for ($i = 0; $i < 20; $i++) { gc_collect_cycles(); suspend(); delay(1); } });
$ok = 0;
foreach ($results as $i => $c) { gc_collect_cycles(); if (await($c) === "v{$i}1reachablea$i") $ok++; }
var_dump($ok);
--EXPECT--
int(30)
