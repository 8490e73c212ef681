--TEST--
iterate() gets the error that a group leaves in one of its callbacks, and nothing above is told of it, too
--DESCRIPTION--
Rules: IT-12, EH-14, TG-32
Order: independent
--FILE--
<?php
use Async\{Scope, TaskGroup};
use function Async\{await, delay, iterate, spawn, suspend};

/** A callback that leaves a group with an error behind. */
function leave_group(int $value): void
{
    $group = new TaskGroup();
    $task = $group->spawn(function () use ($value) { throw new Exception("task $value"); });
    while (!$group->isFinished()) {
        suspend();
    }
}

function errors(Throwable $e): string
{
    return get_class($e) . ' of ' . implode(', ', array_map(fn($e) => $e->getMessage(), $e->getExceptions()));
}

echo "-- main\n";
try {
    iterate([1], leave_group(...));
} catch (Throwable $e) {
    echo errors($e), "\n";
}

echo "-- one below another\n";
try {
    iterate([1], function () {
        try {
            iterate([2], leave_group(...));
        } catch (Throwable $e) {
            echo 'inner: ', errors($e), "\n";
        }
    });
    echo "outer: none\n";
} catch (Throwable $e) {
    echo 'outer: ', errors($e), "\n";
}

echo "-- with a waiter and a handler above\n";
$scope = new Scope();
$scope->setChildScopeExceptionHandler(fn() => print("not reached\n"));
$scope->spawn(function () {
    try {
        iterate([3], leave_group(...));
    } catch (Throwable $e) {
        echo errors($e), "\n";
    }
    delay(1);
    echo "goes on\n";
});
$scope->awaitCompletion(Async\timeout(10000));
echo "completed\n";
?>
--EXPECT--
-- main
Async\CompositeException of task 1
-- one below another
inner: Async\CompositeException of task 2
outer: none
-- with a waiter and a handler above
Async\CompositeException of task 3
goes on
completed
