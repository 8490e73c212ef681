--TEST--
FI-10: Fibers still parked at the end are destroyed silently: no deadlock, status 0
--DESCRIPTION--
Rules: FI-10, DD-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php $f = new Fiber(function () { Async\delay(1); Fiber::suspend(); echo "never\n"; }); '
    . '$f->start(); Async\spawn(fn() => print "co\n"); echo "main\n";'));
print_child(child_php('<?php Async\spawn(function () { global $f; $f = new Fiber(function () { Fiber::suspend(); }); $f->start(); }); '
    . 'echo "main\n";'));
--EXPECT--
main
co
[status 0]
main
[status 0]
