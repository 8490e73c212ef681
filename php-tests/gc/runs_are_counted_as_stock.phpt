--TEST--
GC-6: a deferred collection counts as many runs and objects as a stock one, with destructors and without
--DESCRIPTION--
Rules: GC-6
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
<?php
class P { public $o; } class D { public $o; function __destruct() {} }
WAIT;
$live = new D;
foreach (['P', 'D', 'P'] as $class) {
    for ($i = 0; $i < 7; $i++) { $a = new $class; $b = new P; $a->o = $b; $b->o = $a; }
    unset($a, $b);
    gc_collect_cycles();
    WAIT;
    echo gc_status()['runs'], ' ', gc_status()['collected'], ' ', gc_status()['threshold'], "\n";
}
PHP;
$stock = child_php(str_replace('WAIT', '', $code));
print_child($stock);
var_dump($stock === child_php(str_replace('WAIT', 'Async\suspend()', $code)));
--EXPECT--
1 14 10001
3 28 10001
4 42 10001
[status 0]
bool(true)
