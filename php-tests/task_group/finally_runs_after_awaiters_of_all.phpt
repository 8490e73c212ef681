--TEST--
TG-21: the example of the rule
--DESCRIPTION--
Rules: TG-21
Order: dependent
--FILE--
<?php
$g = new Async\TaskGroup();
$g->finally(fn(Async\TaskGroup $g) => print("finally " . $g->count()));
$g->spawn(fn() => 1); $g->spawn(fn() => 2);
$g->close();
$g->all()->await();
echo "after all, ";
--EXPECT--
after all, finally 2
