--TEST--
SH-13: exit in main: message, then the remaining coroutines run, shutdown functions, status kept
--DESCRIPTION--
Rules: SH-13, SH-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
register_shutdown_function(fn() => print "shutdown\n");
spawn(function () { echo "c1\n"; delay(5); echo "c2\n"; });
suspend();
spawn(function () { echo "queued\n"; });
try { exit(7); } finally { echo "finally does not run\n"; }
PHP));
print_child(child_php('<?php Async\spawn(fn() => print "coroutine\n"); exit("message\n");'));
--EXPECT--
c1
queued
c2
shutdown
[status 7]
message
coroutine
[status 0]
