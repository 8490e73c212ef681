--TEST--
CM-18: a handler that throws does not stop the next; one exception goes on as it is, several as one
--DESCRIPTION--
Rules: CM-18, TG-28, CM-1
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope, CompositeException};
use function Async\suspend;

foreach ([['one'], ['one', 'two']] as $failing) {
    $scope = new Scope;
    $scope->setExceptionHandler(function (Scope $s, Async\Coroutine $c, Throwable $e) use ($scope, &$seen) {
        echo json_encode($s === $scope), ' ', get_class($e), ': ', $e->getMessage();
        if ($e instanceof CompositeException) echo json_encode(array_map(fn($e) => $e->getMessage(), $e->getExceptions()));
        echo "\n";
        $seen = true;
    });
    $group = new TaskGroup(scope: $scope);
    foreach ($failing as $message) $group->finally(fn() => throw new Exception($message));
    $group->finally(fn() => print("last handler\n"));
    $group->spawn(fn() => 1);
    $group->close();
    $seen = false;
    while (!$seen) suspend();
}
--EXPECT--
last handler
true Exception: one
last handler
true Async\CompositeException: ["one","two"]
