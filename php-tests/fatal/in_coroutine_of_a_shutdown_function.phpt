--TEST--
SH-36: a fatal error in a coroutine spawned by a shutdown function prints its message and ends the request
--DESCRIPTION--
Rules: SH-36
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
register_shutdown_function(function () {
    Async\spawn(function () { echo "first\n"; $s = str_repeat('x', 1 << 30); });
    Async\spawn(function () { echo "must not run\n"; });
    echo "shutdown function\n";
});
echo "main\n";
PHP));
--EXPECTF--
main
shutdown function
first

Fatal error: Allowed memory size of %d bytes exhausted%S (tried to allocate %d bytes) in child.php on line 3
[status 255]
