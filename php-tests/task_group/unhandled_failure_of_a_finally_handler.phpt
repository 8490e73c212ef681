--TEST--
CM-18: without an exception handler it is like any uncaught exception
--DESCRIPTION--
Rules: CM-18
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
print_child(child_php('<?php
$group = new Async\TaskGroup;
$group->finally(fn() => throw new LogicException("of a handler"));
$group->spawn(fn() => 1);
$group->close();
$group->awaitCompletion();
Async\suspend();
Async\suspend();
echo "main goes on\n";
'));
--EXPECTF--

Fatal error: Uncaught LogicException: of a handler in child.php:3
Stack trace:
#0 [internal function]: {closure%S}(Object(Async\TaskGroup))
#1 {main}
  thrown in child.php on line 3
[status 255]
