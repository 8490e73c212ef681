--TEST--
FI-1, MO-5: a script that does not use the API sees stock Fibers: nothing is launched, destructors of PHP 8.2 still refuse them
--DESCRIPTION--
Rules: FI-1, MO-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
class D {
    function __destruct() {
        try { (new Fiber(fn() => print "in a destructor\n"))->start(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
    }
}
class N {
    public $self;
    function __construct() { $this->self = $this; }
    function __destruct() {
        try { (new Fiber(fn() => print "in the collector\n"))->start(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
    }
}
$f = new Fiber(function ($a) {
    $b = Fiber::suspend($a);
    try { Fiber::suspend($b); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
    return 'r';
});
var_dump($f->start(1), $f->resume(2), $f->throw(new Exception('e')), $f->getReturn());
try { $f->resume(); } catch (FiberError $e) { echo $e->getMessage(), "\n"; }
new N; var_dump(gc_collect_cycles());
$d = new D;
$parked = new Fiber(function () { try { Fiber::suspend(); } finally { echo "finally\n"; } }); $parked->start();
echo "end\n";
PHP;
$with = child_php($code);
var_dump(str_contains($with['out'], "finally\n"), $with['status'], $with === child_php($code, [], false));
--EXPECT--
bool(true)
int(0)
bool(true)
