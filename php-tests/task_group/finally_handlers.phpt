--TEST--
TG-28, CM-18: handlers are called once, when the group is closed and settled, in order, with the group
--DESCRIPTION--
Rules: TG-28, CM-18, TG-22
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{suspend, current_coroutine};

$group = new TaskGroup;
$in = [];
foreach ([1, 2] as $i) {
    $group->finally(function (TaskGroup $g, ...$more) use ($i, &$group, &$in) {
        echo "handler $i: ", json_encode([$g === $group, $more, $g->isFinished(), $g->isClosed(), count($g)]), "\n";
        $in[] = current_coroutine();
    });
}
// An open group that runs dry calls none of them.
$group->spawn(fn() => 1);
$group->all()->await();
for ($i = 0; $i < 5; $i++) suspend();
echo "dry\n";
$group->spawn(fn() => suspend());
$group->close();
$group->finally(function () { echo "registered after close()\n"; });
$group->close();
echo "closed\n";
$group->awaitCompletion();
while (count($in) < 2) suspend();
for ($i = 0; $i < 5; $i++) suspend();
var_dump($in[0] === $in[1]);

// On a completed group, at once; what it throws is the caller's.
echo 'before, ';
$group->finally(fn($g) => print(json_encode($g === $group) . ', '));
echo "after\n";
try { $group->finally(fn() => throw new Exception('of the handler')); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$empty = new TaskGroup;
$empty->cancel();
$empty->finally(fn() => print("cancelled when empty\n"));
foreach ([['strlen'], [], [fn() => 1, 2]] as $arguments) {
    try { $empty->finally(...$arguments); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
--EXPECT--
dry
closed
handler 1: [true,[],true,true,2]
handler 2: [true,[],true,true,2]
registered after close()
bool(true)
before, true, after
of the handler
cancelled when empty
TypeError: Async\TaskGroup::finally(): Argument #1 ($callback) must be of type Closure, string given
ArgumentCountError: Async\TaskGroup::finally() expects exactly 1 argument, 0 given
ArgumentCountError: Async\TaskGroup::finally() expects exactly 1 argument, 2 given
