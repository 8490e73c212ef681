--TEST--
DL-5: an unused timeout never fires and does not keep the process alive
--DESCRIPTION--
Rules: DL-5, DL-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$start = microtime(true);
print_child(child_php(<<<'PHP'
<?php
$t = Async\timeout(60_000);
$short = Async\timeout(1);
Async\delay(20);
var_dump($short->isCompleted(), $t->isCompleted());
PHP));
var_dump(microtime(true) - $start < 50);
--EXPECT--
bool(false)
bool(false)
[status 0]
bool(true)
