--TEST--
GC-5: a destructor that frees the next ones, and garbage without destructors behind objects with them
--DESCRIPTION--
Rules: GC-5, GC-21
Order: dependent
--FILE--
<?php
use function Async\{suspend};

class A { public $self; public $list = []; public $plain; function __construct(public $n) {
    $this->self = $this; $this->plain = new stdClass; $this->plain->x = new stdClass;
    $this->plain->x->y = $this->plain;
}
    function __destruct() { echo '.'; suspend(); $this->list = []; $this->self = null; } }
suspend();
$first = new A(0);
for ($i = 1; $i < 5; $i++) { $a = new A($i); $a->list[] = $first; $first->list[] = $a; }
unset($a, $first);
$plain = WeakReference::create($o = new stdClass); $o->o = $o; unset($o);
gc_collect_cycles();
suspend(); suspend(); suspend();
echo "\n"; var_dump($plain->get());
gc_collect_cycles(); suspend(); suspend();
var_dump(gc_status()['roots']);
--EXPECT--
.....
NULL
int(0)
