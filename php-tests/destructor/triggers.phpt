--TEST--
GC-20: destructors that wait work for unset, reassignment, function end, array removal and temporaries
--DESCRIPTION--
Rules: GC-20
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

class D {
    function __construct(public $n) {}
    function __destruct() { $v = await(spawn(function () { suspend(); return $this->n; })); delay(1); echo "destructed $v\n"; }
}
$task = function () {
    $d = new D('unset'); unset($d);
    $d = new D('reassigned'); $d = null;
    (function () { $l = new D('function end'); })();
    $a = ['k' => new D('array element')]; unset($a['k']);
    new D('temporary');
    $f = function (D $x) { }; $f(new D('argument'));
    try { (function () { $l = new D('unwinding'); throw new Exception('x'); })(); } catch (Exception $e) { unset($e); echo "caught\n"; }
};
$task();
echo "--\n";
await(spawn($task));
--EXPECT--
destructed unset
destructed reassigned
destructed function end
destructed array element
destructed temporary
destructed argument
destructed unwinding
caught
--
destructed unset
destructed reassigned
destructed function end
destructed array element
destructed temporary
destructed argument
destructed unwinding
caught
