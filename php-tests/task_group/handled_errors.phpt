--TEST--
TG-13, TG-30, TG-31: what counts as handling errors, and what does not
--DESCRIPTION--
Rules: TG-13, TG-30, TG-31, TG-32
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope, CompositeException};
use function Async\suspend;

$try = function (string $name, callable $handle) {
    $told = [];
    $scope = new Scope;
    $scope->setExceptionHandler(function ($s, $c, $e) use (&$told) { $told = array_map(fn($e) => $e->getMessage(), $e->getExceptions()); });
    $group = new TaskGroup(scope: $scope);
    $group->spawn(fn() => throw new Exception('error'));
    $group->spawn(fn() => 'result');
    $group->all(true)->await();
    $handle($group);
    unset($group);
    for ($i = 0; $i < 9; $i++) suspend();
    echo "$name: ", $told === [] ? 'handled' : implode(', ', $told), "\n";
};
$try('nothing', fn($g) => null);
$try('getErrors()', fn($g) => $g->getErrors());
$try('suppressErrors()', fn($g) => $g->suppressErrors());
$try('foreach', function ($g) { foreach ($g as $entry) break; });
$try('cancel()', fn($g) => $g->cancel());
$try('close()', fn($g) => $g->close());
$try('dispose()', fn($g) => $g->dispose());
$try('getResults()', fn($g) => $g->getResults());
$try('rejected all()', function ($g) { try { $g->all()->await(); } catch (CompositeException) {} });
$try('rejected race()', function ($g) { try { $g->race()->await(); } catch (Exception) {} });
$try('later failure', function ($g) { $g->getErrors(); $g->spawn(fn() => throw new Exception('later')); $g->all(true)->await(); });

// Cancellations of tasks are errors as well; the scope of the group has gone with the first one, that above has not.
$scope = new Scope;
$scope->setExceptionHandler(fn($s, $c, $e) => print(implode(', ', array_map(fn($e) => $e->getMessage(), $e->getExceptions())) . "\n"));
Async\await($scope->spawn(function () {
    $group = new TaskGroup;
    $group->spawn(function () use (&$started) { $started = true; while (true) suspend(); });
    while (!$started) suspend();
    $group->cancel();
    $group->awaitCompletion();
}));
for ($i = 0; $i < 9; $i++) suspend();
--EXPECT--
nothing: error
getErrors(): handled
suppressErrors(): handled
foreach: handled
cancel(): handled
close(): error
dispose(): error
getResults(): error
rejected all(): error
rejected race(): error
later failure: error, later
TaskGroup cancelled
