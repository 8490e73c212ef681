--TEST--
DL-5: when the awaited operation ends the timeout is disarmed and the process does not wait for it
--DESCRIPTION--
Rules: DL-5, AW-9
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A child that waits the hour is killed and says so.
print_child(child_php(<<<'PHP'
<?php
echo Async\await(Async\spawn(fn() => Async\delay(1) ?? 'done'), Async\timeout(3_600_000)), "\n";
PHP));
--EXPECT--
done
[status 0]
