--TEST--
TG-12, SH-14: exit in a task ends everything, as in any coroutine
--DESCRIPTION--
Rules: TG-12
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
run_children('use Async\TaskGroup; use function Async\{spawn, suspend};', [
    'exit' => '$group = new TaskGroup(1, 0);
$group->spawn(function () { suspend(); echo "exits\n"; exit(7); }); $group->spawn(fn() => print("never\n"));
$group->finally(fn() => print("finally\n")); $group->close(); $group->awaitCompletion(); echo "not reached\n";',
    'in a finally handler' => '$group = new TaskGroup;
$group->finally(function () { echo "exits\n"; exit(8); }); $group->spawn(fn() => 1); $group->close();
while (true) suspend();',
]);
--EXPECT--
-- exit
exits
finally
[status 7]
-- in a finally handler
exits
[status 8]
