--TEST--
GC-5, GC-6: objects whose destructors suspend are counted and freed, each exactly once
--DESCRIPTION--
Rules: GC-5, GC-6, GC-21
Order: independent
--FILE--
<?php
use function Async\{suspend, delay, get_coroutines};

class N { public $self; public $w; static $ends = 0; static $keep = [];
    function __construct() { $this->self = $this; }
    function __destruct() {
        static $i = 0; $n = $i++;
        if ($n % 3 === 1) suspend();
        if ($n % 3 === 2) delay(1);
        if ($n % 10 === 0) self::$keep[] = $this;
        self::$ends++;
    } }
suspend();
$refs = [];
for ($i = 0; $i < 50; $i++) { $o = new N; $refs[] = WeakReference::create($o); unset($o); }
$collect = function () { gc_collect_cycles(); while (count(get_coroutines()) > 1) delay(1); };
$collect();
var_dump(N::$ends, count(array_filter($refs, fn($r) => $r->get() !== null)), gc_status()['collected']);
// The resurrected ones are not destructed again, and collected when they are garbage again.
N::$keep = [];
$collect();
var_dump(N::$ends, count(array_filter($refs, fn($r) => $r->get() !== null)), gc_status()['collected']);
--EXPECT--
int(50)
int(5)
int(45)
int(50)
int(0)
int(50)
