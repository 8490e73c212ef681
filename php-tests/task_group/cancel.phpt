--TEST--
TG-23, TG-24: tasks that run get the cancellation, those that wait for their turn are discarded
--DESCRIPTION--
Rules: TG-23, TG-24, TG-42
Order: independent
--FILE--
<?php
use Async\{TaskGroup, AsyncCancellation};
use function Async\suspend;

foreach ([null, new AsyncCancellation('my reason')] as $reason) {
    $group = new TaskGroup(2, 0);
    $started = 0;
    for ($i = 0; $i < 2; $i++) {
        $group->spawn(function () use (&$started) {
            $started++;
            try { while (true) suspend(); } catch (AsyncCancellation $e) { echo 'seen: ', $e->getMessage(), "\n"; throw $e; }
        });
    }
    for ($i = 0; $i < 3; $i++) $group->spawnWithKey("discarded $i", fn() => print("never\n"));
    while ($started < 2) suspend();
    $reason === null ? $group->cancel() : $group->cancel($reason);
    echo json_encode([count($group), $group->isClosed(), $group->isFinished()]), "\n";
    // A second time it does nothing.
    $group->cancel(new AsyncCancellation('too late'));
    $group->awaitCompletion();
    echo json_encode([count($group), $group->isFinished(), array_keys($group->getErrors()), $group->getResults()]), "\n";
    var_dump($group->getErrors()[0] === $group->getErrors()[1], $group->getErrors()[0] === $reason);
}
foreach ([[new Exception], [null, 1]] as $arguments) {
    try { (new TaskGroup)->cancel(...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
// On a closed group it does nothing either.
$group = new TaskGroup;
$group->spawn(function () { suspend(); return 'finished'; });
$group->close();
$group->cancel();
echo json_encode($group->all()->await()), "\n";
--EXPECT--
[2,true,false]
seen: TaskGroup cancelled
seen: TaskGroup cancelled
[2,true,[0,1],[]]
bool(true)
bool(false)
[2,true,false]
seen: my reason
seen: my reason
[2,true,[0,1],[]]
bool(true)
bool(true)
TypeError: Async\TaskGroup::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
ArgumentCountError: Async\TaskGroup::cancel() expects at most 1 argument, 2 given
["finished"]
