--TEST--
TS-9: with joinAll() the handler sees no entries and runs after its awaiter
--DESCRIPTION--
Rules: TS-9, TG-21, TG-28
Order: dependent
--FILE--
<?php
$set = new Async\TaskSet;
$set->finally(fn(Async\TaskSet $s) => print("finally " . $s->count() . "\n"));
$set->spawn(fn() => 1); $set->spawn(fn() => 2);
$set->close();
echo json_encode($set->joinAll()->await()), ", then ";
--EXPECT--
[1,2], then finally 0
