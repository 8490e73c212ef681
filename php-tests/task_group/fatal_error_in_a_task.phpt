--TEST--
TG-39, SH-30: after a fatal error groups go without running anything
--DESCRIPTION--
Rules: TG-38, TG-39
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
run_children('use Async\{TaskGroup, TaskSet}; use function Async\{spawn, suspend};
register_shutdown_function(function () {
    global $group;
    echo json_encode([count($group), $group->isFinished(), $group->isClosed()]), " in the shutdown function\n";
});
foreach ([new TaskGroup(1, 1), new TaskSet(1, 1)] as $group) {
    $group->spawn(function () { for ($i = 0; $i < 5; $i++) suspend(); @trigger_error("fatal", E_USER_ERROR); });
    $group->spawn(fn() => print("never\n"), new class { function __destruct() { echo "never\n"; } });
    spawn(function () use ($group) {
        try { $group->spawn(fn() => print("never\n")); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    });
    spawn(function () use ($group) { foreach ($group as $entry) echo "never\n"; });
    spawn(function () use ($group) { Async\await_all([$group]); echo "never\n"; });
    $group->finally(fn() => print("never\n"));
    $futures[] = $group instanceof TaskGroup ? $group->all() : $group->joinAll();
    suspend();
}
', [
    'main waits for a future' => '$futures[0]->await();',
    'main waits for the group' => '$group->close(); $group->awaitCompletion();',
    'main is in the loop' => 'foreach ($group as $entry) echo "never\n";',
    'main is in spawn()' => '$group->spawn(fn() => 1);',
]);
--EXPECT--
-- main waits for a future

Fatal error: fatal in child.php on line 8
[2,false,false] in the shutdown function
[status 255]
-- main waits for the group
Cannot spawn tasks on a closed TaskGroup

Fatal error: fatal in child.php on line 8
[2,false,true] in the shutdown function
[status 255]
-- main is in the loop

Fatal error: fatal in child.php on line 8
[2,false,false] in the shutdown function
[status 255]
-- main is in spawn()

Fatal error: fatal in child.php on line 8
[2,false,false] in the shutdown function
[status 255]
