--TEST--
Derived from a completed source, each future gets a coroutine of its own in the current scope
--DESCRIPTION--
Rules: FU-22, FU-25
Order: dependent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$future = Future::completed(1);
$ids = [];
$note = function ($v) use (&$ids) {
    $ids[] = spl_object_id($own[] = Async\current_coroutine());
    $GLOBALS['own'] = [...$GLOBALS['own'] ?? [], ...$own];
    return $v;
};
$a = $future->map($note);
$b = $future->map($note);
$c = $b->map($note);
var_dump($ids);
foreach ([$a, $b, $c] as $f) $f->await();
var_dump(count(array_unique($ids)));

$scope = new Async\Scope();
$inside = null;
$scope->spawn(function () use ($future, &$inside) {
    Async\current_context()->set('where', 'in the scope');
    $inside = $future->map(fn() => Async\current_context()->find('where'));
});
suspend();
var_dump($inside->await());
--EXPECT--
array(0) {
}
int(3)
string(12) "in the scope"
