--TEST--
SH-5, GC-23: the order is the stock one: what the symbol table alone holds, then the others as they were created
--DESCRIPTION--
Rules: SH-5, GC-23
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
class D {
    public $o;
    function __construct(public $n) {}
    function __destruct() { echo "$this->n\n"; if ($this->n === 'last global') { $GLOBALS['late'] = new D('made in a destructor'); } }
}
class Hidden { private function __destruct() { echo "never\n"; } }
LAUNCH;
$array = [new D('element 1'), new D('element 2')];
$first = new D('first global'); $shared = new D('shared'); $alias = $shared;
$cycle = new D('cycle'); $cycle->o = $cycle;
static $s; $s = new D('static');
$generator = (function () { try { yield 1; } finally { echo "generator\n"; } })(); $generator->current();
$fiber = new Fiber(function () { try { Fiber::suspend(); } finally { echo "Fiber\n"; } }); $fiber->start();
$last = new D('last global');
$hidden = new Hidden;
register_shutdown_function(fn() => print "shutdown\n");
PHP;
$lines = fn($child) => array_values(array_filter(explode("\n", $child['out']),
    fn($line) => $line !== '' && !str_contains($line, "private")));
$stock = child_php(str_replace('LAUNCH', '', $code));
$ours = child_php(str_replace('LAUNCH', 'Async\suspend()', $code));
echo implode("\n", $lines($stock)), "\n";
var_dump($lines($stock) === $lines($ours),
    substr_count($ours['out'], 'Call to private Hidden::__destruct() from global scope during shutdown ignored'));
--EXPECT--
shutdown
last global
Fiber
generator
first global
made in a destructor
element 1
element 2
shared
cycle
static
bool(true)
int(1)
