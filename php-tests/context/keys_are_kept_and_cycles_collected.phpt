--TEST--
CX-6, CX-15: object keys are kept alive; cycles through values and keys are collected
--DESCRIPTION--
Rules: CX-6, CX-15, GC-1
Order: independent
--FILE--
<?php
use Async\Context;

class Key { public $c; static int $alive = 0; function __construct() { self::$alive++; } function __destruct() { self::$alive--; } }
$c = new Context;
$c->set(new Key, 'v');
echo Key::$alive, "\n";
unset($c);
echo Key::$alive, "\n";
for ($i = 0; $i < 3; $i++) {
    $c = new Context; $k = new Key; $v = new Key;
    $k->c = $c; $v->c = $c;
    $c->set($k, 1); $c->set('v', $v);
    unset($c, $k, $v);
}
echo Key::$alive, "\n";
gc_collect_cycles();
echo Key::$alive, "\n";
// A key that is released may use the context.
class Nasty { function __construct(public $c) {} function __destruct() { echo json_encode($this->c->has('x')), "\n"; } }
$c = new Context; $c->set('x', 1); $n = new Nasty($c); $c->set($n, new Nasty($c)); 
$c->unset($n); unset($n);
--EXPECT--
1
0
6
0
true
true
