--TEST--
EH-4: fire-and-forget failure: exit status 255; handle kept to the end: silent, status 0
--DESCRIPTION--
Rules: EH-4, EH-6, EH-7, OD-11
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php Async\spawn(fn() => throw new Exception("forgotten")); echo "main end\n";'));
print_child(child_php('<?php $c = Async\spawn(fn() => throw new Exception("kept to the end")); echo "main end\n";'));
print_child(child_php('<?php $c = Async\spawn(fn() => throw new Exception("looked at")); '
    . 'Async\suspend(); echo $c->getException()->getMessage(), "\n";'));
--EXPECTF--
main end

Fatal error: Uncaught Exception: forgotten in child.php:1
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 1
[status 255]
main end
[status 0]
looked at
[status 0]
