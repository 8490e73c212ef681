--TEST--
TG-32: errors that are not taken never surface, and cancel nothing
--DESCRIPTION--
Rules: TG-32, TG-31
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
run_children('use Async\TaskGroup; use function Async\{spawn, suspend, await};
function failed(): TaskGroup
{
    $group = new TaskGroup;
    $group->spawn(fn() => throw new Exception("never seen"));
    $group->all(true)->await();
    return $group;
}
', [
    'in main' => 'failed(); suspend(); echo await(spawn(fn() => "others run\n")); echo "end\n";',
    'in a coroutine' => '$c = spawn(function () { failed(); suspend(); return "done"; }); echo await($c), "\n"; suspend(); echo "end\n";',
    'at the end of the script' => '$group = failed(); echo "end\n";',
    'after race()' => 'try { failed()->race()->await(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
suspend(); echo "end\n"; exit(3);',
    'with its last task' => '(new TaskGroup)->spawn(function () { suspend(); throw new Exception("never seen"); });
spawn(function () { for ($i = 0; $i < 9; $i++) suspend(); echo "others run\n"; });',
    'a handler that exits' => '$scope = new Async\Scope; $scope->setExceptionHandler(function () { echo "handler\n"; exit(4); });
$group = new TaskGroup(scope: $scope); $group->spawn(fn() => throw new Exception("x")); $group->all(true)->await(); unset($group);
while (true) suspend();',
]);
--EXPECT--
-- in main
others run
end
[status 0]
-- in a coroutine
done
end
[status 0]
-- at the end of the script
end
[status 0]
-- after race()
never seen
end
[status 3]
-- with its last task
others run
[status 0]
-- a handler that exits
handler
[status 4]
