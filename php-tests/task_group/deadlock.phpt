--TEST--
CM-15, CM-16: a deadlock report names the groups that are waited for
--DESCRIPTION--
Rules: CM-15, CM-16
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
print_child(child_php('<?php
use function Async\spawn;
$group = new Async\TaskGroup(1, 1);
$set = new Async\TaskSet;
$channel = new Async\FutureState;
$never = fn() => (new Async\Future($channel))->await();
$group->spawn($never);
$group->spawn(fn() => 1);
$set->spawn($never);
spawn(function () use ($group) { $group->spawn(fn() => 1); });
spawn(function () use ($group) { foreach ($group as $entry); });
spawn(function () use ($set) { foreach ($set as $entry); });
$set->close();
$set->awaitCompletion();
'));
--EXPECT--

=== DEADLOCK REPORT START ===
Coroutines waiting: 6, active_events: 0

Coroutine 6 spawned at :0, suspended at child.php:14 (main)
  waiting for:
    - TaskSet(total=1, active=1)

Coroutine 7 spawned at child.php:7, suspended at child.php:6 (Closure::__invoke)
  waiting for:
    - FutureState(pending)

Coroutine 9 spawned at child.php:9, suspended at child.php:6 (Closure::__invoke)
  waiting for:
    - FutureState(pending)

Coroutine 11 spawned at child.php:10, suspended at child.php:10 (Closure::__invoke)
  waiting for:
    - TaskGroup(total=2, active=1)

Coroutine 13 spawned at child.php:11, suspended at child.php:11 (Closure::__invoke)
  waiting for:
    - TaskGroup(total=2, active=1)

Coroutine 15 spawned at child.php:12, suspended at child.php:12 (Closure::__invoke)
  waiting for:
    - TaskSet(total=1, active=1)

=== DEADLOCK REPORT END   ===


Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 6 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
