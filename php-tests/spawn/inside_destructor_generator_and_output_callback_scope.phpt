--TEST--
SD-20: spawn from generators, destructors, sort callbacks and __toString only enqueues there too
--DESCRIPTION--
Rules: SD-20, SP-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$log = []; $cs = [];
$sp = function ($n) use (&$log, &$cs) { $cs[] = spawn(function () use ($n, &$log) { $log[] = $n; }); };
class D {
    function __construct(public $f) {}
    function __destruct() { ($this->f)('destructor'); }
    function __toString(): string { ($this->f)('toString'); return ''; }
}
foreach ((function () use ($sp) { $sp('generator'); yield 1; })() as $v);
$d = new D($sp); (string) $d; unset($d);
$l = [2, 1]; usort($l, function ($a, $b) use ($sp) { $sp('sort'); return $a <=> $b; });
$log[] = 'main';
foreach ($cs as $c) await($c);
echo $log[0], ' ', count($log), "\n";
--EXPECT--
main 5
