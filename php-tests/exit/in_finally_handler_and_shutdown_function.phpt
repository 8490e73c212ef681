--TEST--
SH-14: exit in a finally handler and in a coroutine of a shutdown function keeps its status
--DESCRIPTION--
Rules: SH-14, SH-4, SH-6
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php $c = Async\spawn(fn() => 1); $c->finally(function () { echo "handler\n"; exit(21); }); '
    . 'Async\await($c); Async\delay(10_000); echo "not reached\n";'));
print_child(child_php(
    '<?php register_shutdown_function(function () { Async\spawn(function () { echo "late\n"; exit(22); }); }); echo "main\n";'));
print_child(child_php('<?php Async\suspend(); register_shutdown_function(function () { echo "shutdown\n"; exit(23); }); echo "main\n";'));
--EXPECT--
handler
[status 21]
main
late
[status 22]
main
shutdown
[status 23]
