--TEST--
One coroutine settles everything derived from a pending source, breadth first, before an awaiter gets its turn
--DESCRIPTION--
Rules: FU-24, FU-27
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$id = function (string $name) use (&$ids) {
    return function ($v) use ($name, &$ids) { echo "$name "; $ids[] = Async\current_coroutine()->getId(); return $v; };
};
$a = $future->map($id('A'));
$b = $future->map($id('B'));
$aa = $a->map($id('AA'));
$ba = $b->map($id('BA'));
$ab = $a->map($id('AB'));
$aaa = $aa->finally($id('AAA'));
$state->complete(1);
echo "(complete has returned) ";
$a->await();
echo "after A\n";
foreach ([$b, $aaa, $ba, $ab] as $f) $f->await();
var_dump(count($ids), count(array_unique($ids)));
--EXPECT--
(complete has returned) A B AA AB BA AAA after A
int(6)
int(1)
