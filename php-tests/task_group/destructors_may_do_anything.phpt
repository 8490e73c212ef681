--TEST--
TG-24, TG-39: destructors of what a group lets go may spawn, cancel, wait and end the group
--DESCRIPTION--
Rules: TG-24, TG-38, TG-39
Order: dependent
--FILE--
<?php
use Async\{TaskGroup, TaskSet};
use function Async\{spawn, suspend, delay};

final class Act
{
    public function __construct(private Closure $do) {}
    public function __destruct() { ($this->do)(); }
}

// Arguments of discarded tasks, while the group is being cancelled.
$group = new TaskGroup(1, 0);
$group->spawn(function () use (&$started) { $started = true; while (true) suspend(); });
$act = function () use (&$group) {
    suspend();
    echo 'discarded: ', count($group), ' ', json_encode($group->isClosed()), "\n";
    try { $group->spawn(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
    $group->cancel();
    $group->finally(fn() => print("finally\n"));
    $group = null;
};
$group->spawn(fn() => 1, new Act($act));
$group->spawn(fn() => 1, new Act(fn() => suspend()));
while (!$started) suspend();
$group->cancel();
for ($i = 0; $i < 9; $i++) suspend();
echo "-- results of a group that goes\n";
$going = new TaskGroup;
$other = new TaskGroup;
$going->spawn(fn() => new Act(function () use ($other) {
    $other->spawn(fn() => print("spawned by a destructor\n"));
    for ($i = 0; $i < 9; $i++) suspend();
    throw new Exception('of a destructor');
}));
$going->all()->await();
try { unset($going); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$other->all()->await();
echo "-- in the step in which a task ends\n";
$set = new TaskSet(1, 0);
$set->spawn(fn() => new Act(function () use ($set) {
    echo 'delivered: ', count($set), "\n";
    $set->spawn(fn() => print("one more\n"));
    $set->close();
    suspend();
}));
$set->spawn(fn() => throw new Exception('ignored'));
echo $set->joinAll(true)->map(fn(array $results) => count($results))->await(), "\n";
while (!$set->isClosed()) suspend();
$set->awaitCompletion();
echo "-- of the callable of a task\n";
$last = new TaskGroup(1, 0);
$weak = WeakReference::create($last);
$last->spawn(function () use (&$last) {
    $act = new Act(function () use (&$last) { $last->spawn(fn() => print("last\n")); $last = null; suspend(); });
    return 1;
});
while ($weak->get()) suspend();
echo "end\n";
--EXPECT--
discarded: 1 true
Cannot spawn tasks on a closed TaskGroup
finally
-- results of a group that goes
spawned by a destructor
of a destructor
-- in the step in which a task ends
delivered: 0
1
one more
-- of the callable of a task
last
end
