--TEST--
TS-10: only errors that were not delivered are offered when the set goes
--DESCRIPTION--
Rules: TS-10, TG-32
Order: independent
--FILE--
<?php
use Async\{TaskSet, Scope};
use function Async\suspend;

foreach (['joinNext', 'joinAll', 'joinAny', 'foreach', null] as $deliver) {
    $told = null;
    $scope = new Scope;
    $scope->setExceptionHandler(function ($s, $c, $e) use (&$told) { $told = array_map(fn($e) => $e->getMessage(), $e->getExceptions()); });
    $set = new TaskSet(1, 0, $scope);
    foreach (['a', 'b'] as $message) $set->spawn(fn() => throw new Exception($message));
    while (!$set->isFinished()) suspend();
    if ($deliver === 'foreach') foreach ($set as $entry) break;
    elseif ($deliver) try { $set->$deliver()->await(); } catch (Exception) {}
    unset($set);
    for ($i = 0; $i < 9; $i++) suspend();
    echo $deliver ?? 'nothing', ': ', json_encode($told), "\n";
}
--EXPECT--
joinNext: ["b"]
joinAll: null
joinAny: ["a","b"]
foreach: null
nothing: ["a","b"]
