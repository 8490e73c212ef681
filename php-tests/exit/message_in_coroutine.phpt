--TEST--
SH-14: exit with a message in a coroutine prints it and ends with status 0
--DESCRIPTION--
Rules: SH-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php Async\spawn(function () { echo "a\n"; exit("bye\n"); }); Async\delay(10_000); echo "not reached\n";'));
print_child(child_php('<?php Async\await(Async\spawn(function () { Async\suspend(); die(3); })); echo "not reached\n";'));
--EXPECT--
a
bye
[status 0]

[status 3]
