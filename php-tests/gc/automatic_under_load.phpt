--TEST--
GC-4: automatic collections while coroutines are suspended do not disturb them
--DESCRIPTION--
Rules: GC-4, GC-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class N { public $o; }
$task = function ($seed) {
    $keep = new N; $keep->o = new N; $keep->o->o = $keep;
    for ($i = 0; $i < 3000; $i++) { $a = new N; $b = new N; $a->o = $b; $b->o = $a; if ($i % 500 === 0) suspend(); }
    return $keep->o->o === $keep ? $seed : 'broken';
};
$cs = [];
for ($i = 0; $i < 8; $i++) $cs[] = spawn($task, $i);
$out = [];
foreach ($cs as $c) $out[] = await($c);
echo implode(',', $out), "\n";
--EXPECT--
0,1,2,3,4,5,6,7
