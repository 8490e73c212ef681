--TEST--
TG-29: where any awaitable ends a wait, a group does when it has nothing to do
--DESCRIPTION--
Rules: TG-29, SC-38
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope, OperationCanceledException};
use function Async\{suspend, spawn};

$scope = new Scope;
$scope->spawn(function () use (&$stop) { while (!$stop) suspend(); });
suspend();
$group = new TaskGroup;
$group->spawn(function () { suspend(); suspend(); });
foreach (['busy', 'idle', 'completed'] as $state) {
    try { $scope->awaitCompletion($group); echo "returned\n"; }
    catch (OperationCanceledException $e) { echo "$state: ", $e->getMessage(), "\n"; }
    if ($state === 'idle') $group->close();
}
$scope->spawn(function () { while (true) suspend(); });
suspend();
$scope->cancel();
$stop = true;
try { $scope->awaitAfterCancellation(null, $group); } catch (OperationCanceledException $e) { echo 'completed: ', $e->getMessage(), "\n"; }
--EXPECT--
busy: Operation has been cancelled
idle: Operation has been cancelled
completed: Operation has been cancelled
completed: Operation has been cancelled
