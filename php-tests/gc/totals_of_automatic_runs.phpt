--TEST--
GC-6: 40,000 two-object cycles made in coroutines are all collected: 80,000 objects
--DESCRIPTION--
Rules: GC-6, GC-4
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

class N { public $o; static $n = 0; function __destruct() { self::$n++; } }
$cs = [];
for ($c = 0; $c < 8; $c++) {
    $cs[] = spawn(function () {
        for ($i = 0; $i < 5000; $i++) { $a = new N; $b = new N; $a->o = $b; $b->o = $a; if ($i % 200 === 0) suspend(); }
    });
}
foreach ($cs as $c) await($c);
gc_collect_cycles(); delay(1);
var_dump(N::$n, gc_status()['collected']);
--EXPECT--
int(80000)
int(80000)
