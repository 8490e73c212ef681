--TEST--
TG-32, EH-14: awaitCompletion() of a scope above gets the errors that no handler took
--DESCRIPTION--
Rules: TG-32
Order: independent
--FILE--
<?php
use Async\{TaskGroup, Scope};
use function Async\{spawn, suspend, await, timeout};

foreach ([false, true] as $refused) {
    $parent = new Scope;
    $scope = Scope::inherit($parent);
    if ($refused) $scope->setExceptionHandler(function ($s, $c, $e) { echo "handler refuses\n"; throw $e; });
    $keep = $scope->spawn(function () use (&$go) { while (!$go) suspend(); });
    $waiter = spawn(function () use ($parent) {
        try { $parent->awaitCompletion(timeout(10_000)); echo "returned\n"; }
        catch (Async\CompositeException $e) { echo get_class($e), ' ', $e->getExceptions()[0]->getMessage(), "\n"; }
    });
    while ($waiter->getAwaitingInfo() === []) suspend();
    // The group has a scope of its own below, so that nothing else is cancelled with it.
    await($scope->spawn(function () {
        $group = new TaskGroup;
        $group->spawn(fn() => throw new Exception('failed'));
        $group->all(true)->await();
    }));
    await($waiter);
    echo json_encode([$scope->isCancelled(), $parent->isCancelled(), $keep->isCompleted()]), "\n";
    $go = true;
    await($keep);
    $go = false;
}
--EXPECT--
Async\CompositeException failed
[false,false,false]
handler refuses
Async\CompositeException failed
[false,false,false]
