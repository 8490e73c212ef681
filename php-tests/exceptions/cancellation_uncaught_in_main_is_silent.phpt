--TEST--
EX-3: a cancellation leaving the main script is absorbed, before and after the scheduler started
--DESCRIPTION--
Rules: EX-3, EH-5, SH-11
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php register_shutdown_function(fn() => print "shutdown\n"); '
    . 'echo "a\n"; throw new Async\AsyncCancellation("x"); echo "never\n";'));
print_child(child_php('<?php Async\suspend(); Async\spawn(fn() => print "b\n"); throw new Async\AsyncCancellation("x"); echo "never\n";'));
print_child(child_php('<?php set_exception_handler(fn($e) => print "never\n"); Async\suspend(); '
    . 'function f() { try { throw new Async\AsyncCancellation("x"); } finally { echo "finally\n"; } } f();'));
--EXPECT--
a
shutdown
[status 0]
b
[status 0]
finally
[status 0]
