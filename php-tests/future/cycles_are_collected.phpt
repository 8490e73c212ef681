--TEST--
Cycles through results, exceptions, callbacks and pending chains are collected
--DESCRIPTION--
Rules: FU-45, FU-26
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

class Probe { public $x; function __construct(public string $name) {} function __destruct() { echo "$this->name\n"; } }
$s = new FutureState(); $f = new Future($s); $f->ignore(); $p = new Probe('result'); $p->x = [$s, $f]; $s->complete($p); unset($s, $f, $p);
gc_collect_cycles();
$s = new FutureState(); $s->ignore();
$e = new class('exception') extends Exception { public $x; function __destruct() { echo "exception\n"; } };
$e->x = $s; $s->error($e); unset($s, $e);
gc_collect_cycles();
$s = new FutureState(); $s->ignore(); $p = new Probe('callback');
$p->x = (new Future($s))->map(fn() => $p)->ignore(); unset($s, $p);
gc_collect_cycles();
// A chain that can never complete holds itself.
$s = new FutureState(); $p = new Probe('pending chain');
(new Future($s))->map(fn() => $p)->map(fn() => 1)->ignore(); unset($s, $p);
gc_collect_cycles();
echo "end\n";
--EXPECT--
result
exception
callback
pending chain
end
