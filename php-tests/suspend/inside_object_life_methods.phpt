--TEST--
SU-5: constructors, __clone, __sleep, __wakeup, __unserialize, reflection and heap comparisons may suspend
--DESCRIPTION--
Rules: SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class O {
    public $v; public $log = [];
    function __construct($v) { suspend(); $this->v = $v; }
    function __clone() { suspend(); $this->log[] = 'clone'; }
    function __serialize(): array { suspend(); return ['v' => $this->v]; }
    function __unserialize(array $d): void { suspend(); $this->v = $d['v'] . 'u'; }
    static function make($v) { suspend(); return new static($v); }
    function __invoke($x) { suspend(); return $this->v . $x; }
}
class Sleepy { public $a = 1; function __sleep() { suspend(); return ['a']; } function __wakeup() { suspend(); $this->a++; } }
class Heap extends SplMinHeap { protected function compare($a, $b): int { suspend(); return $b <=> $a; } }
$task = function ($id) {
    $o = new O($id); $c = clone $o;
    $out = [$c->log[0], unserialize(serialize([$o, $o]))[1]->v, unserialize(serialize(new Sleepy))->a];
    $out[] = (new ReflectionClass('O'))->newInstance("r$id")->v;
    $out[] = (new ReflectionMethod('O', 'make'))->invoke(null, "m$id")->v;
    $out[] = (new ReflectionFunction(function ($x) { suspend(); return $x; }))->invoke("f$id");
    $h = new Heap; foreach ([3, 1, 2] as $x) $h->insert($x); $out[] = implode(',', iterator_to_array($h, false));
    $out[] = implode(',', array_map($o, [1, 2]));
    $out[] = iterator_apply($it = new ArrayIterator([1, 2, 3]), function () { suspend(); return true; });
    $w = ['x' => ['y' => 1]]; array_walk_recursive($w, function (&$v) { suspend(); $v++; }); $out[] = $w['x']['y'];
    $out[] = implode(',', array_udiff([1, 2, 3], [2], function ($a, $b) { suspend(); return $a <=> $b; }));
    $out[] = preg_replace_callback_array([
        '~a~' => function () { suspend(); return 'b'; },
        '~b~' => function () { suspend(); return 'c'; }
    ], 'aab');
    return implode(' ', $out);
};
$cs = [spawn($task, 'A'), spawn($task, 'B'), spawn($task, 'C')];
foreach ($cs as $c) echo await($c), "\n";
--EXPECT--
clone Au 2 rA mA fA 1,2,3 A1,A2 3 2 1,3 ccc
clone Bu 2 rB mB fB 1,2,3 B1,B2 3 2 1,3 ccc
clone Cu 2 rC mC fC 1,2,3 C1,C2 3 2 1,3 ccc
