--TEST--
SH-13: the status of exit() in main survives coroutines that run afterwards
--DESCRIPTION--
Rules: SH-13
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$r = child_php('<?php Async\spawn(function () { for ($i = 0; $i < 5; $i++) { Async\delay(1); } echo "worked\n"; }); exit(42);');
print_child($r);
--EXPECT--
worked
[status 42]
