--TEST--
DL-5: an unused timeout never fires and does not keep the process alive
--DESCRIPTION--
Rules: DL-5, DL-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A child that waits the hour is killed and says so.
print_child(child_php(<<<'PHP'
<?php
$t = Async\timeout(3_600_000);
$short = Async\timeout(1);
Async\delay(20);
var_dump($short->isCompleted(), $t->isCompleted());
PHP));
--EXPECT--
bool(false)
bool(false)
[status 0]
