--TEST--
AW-13: awaiting oneself is a deadlock, in a coroutine and in main
--DESCRIPTION--
Rules: AW-13, DD-6, DD-7
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php('<?php Async\suspend(); try { Async\await(Async\current_coroutine()); } '
    . 'catch (Throwable $e) { echo get_class($e), " ", $e->getMessage(), "\n"; } echo "rest of main\n";', ['async.debug_deadlock' => 0]));
print_child(child_php('<?php $c = Async\spawn(function () { Async\await(Async\current_coroutine()); echo "never\n"; }); echo "main\n";',
    ['async.debug_deadlock' => 0]));
--EXPECT--
Async\AsyncCancellation Deadlock detected
rest of main

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
main

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
