--TEST--
TG-15, TG-20, TS-3: work on task groups and sets grows with the number of tasks, not with its square
--DESCRIPTION--
Rules: TG-9, TG-10, TG-15, TG-16, TG-17, TG-20, TG-24, TG-33, TS-3, TS-4, TS-5, TS-6
Order: dependent
--INI--
memory_limit=1G
--FILE--
<?php
use Async\{TaskGroup, TaskSet};
use function Async\{spawn, suspend, await};

require __DIR__ . '/../lib/linear.php';

function fill(TaskGroup|TaskSet $group, int $n, ?callable $task = null): TaskGroup|TaskSet
{
    $task ??= fn(int $i) => $i;
    for ($i = 0; $i < $n; $i++) $group->spawn($task, $i);
    return $group;
}

linear('all()', 3000, fn($n) => fill(new TaskGroup, $n)->all()->await());
linear('one after the other', 3000, fn($n) => fill(new TaskGroup(1, 0), $n)->all()->await());
linear('back-pressure', 3000, fn($n) => fill(new TaskGroup(2, 2), $n)->all()->await());
linear('explicit keys', 3000, function ($n) {
    $group = new TaskGroup;
    for ($i = 0; $i < $n; $i++) $group->spawnWithKey("key $i", fn() => 1);
    $group->all()->await();
});
linear('errors', 3000, function ($n) {
    try { fill(new TaskGroup, $n, fn() => throw new Exception)->all()->await(); } catch (Async\CompositeException) {}
});
linear('race() and any() again and again', 3000, function ($n) {
    $group = fill(new TaskGroup, $n, function ($i) { if ($i & 1) suspend(); return $i; });
    for ($i = 0; $i < $n; $i++) { $group->race()->ignore(); $group->any()->ignore(); }
    suspend();
    for ($i = 0; $i < $n; $i++) { $group->race()->await(); $group->any()->await(); }
});
linear('many unsettled futures', 3000, function ($n) {
    $group = fill(new TaskGroup, 1, fn() => suspend());
    $futures = [];
    for ($i = 0; $i < $n; $i++) array_push($futures, $group->all()->ignore(), $group->race()->ignore(), $group->any()->ignore());
    // Half of them go, the first ones last.
    for ($i = 3 * $n - 2; $i >= 0; $i -= 2) unset($futures[$i]);
    foreach ($futures as $future) $future->await();
});
linear('foreach', 3000, function ($n) { $group = fill(new TaskGroup, $n); $group->close(); foreach ($group as $entry); });
linear('cancel', 3000, function ($n) {
    $group = fill(new TaskGroup($n >> 1, 0), $n, fn() => suspend());
    suspend();
    $group->cancel();
    $group->awaitCompletion();
});
linear('cancel with parked callers', 3000, function ($n) {
    $group = fill(new TaskGroup(1, 1), 2, fn() => suspend());
    for ($i = 0; $i < $n; $i++) spawn(function () use ($group) { try { $group->spawn(fn() => 1); } catch (Async\AsyncException) {} });
    suspend();
    $group->cancel();
    $group->awaitCompletion();
    suspend();
});
linear('joinNext() as tasks end', 3000, function ($n) { $set = fill(new TaskSet, $n); while (count($set)) $set->joinNext()->await(); });
linear('joinNext() after all have ended', 3000, function ($n) {
    $set = fill(new TaskSet, $n);
    suspend();
    while (count($set)) $set->joinNext()->await();
});
// The slow tasks in front are passed over and over again.
linear('joinNext() and joinAny() behind tasks that run', 3000, function ($n) {
    $set = new TaskSet;
    fill($set, $n, function () { suspend(); suspend(); });
    fill($set, $n);
    suspend();
    for ($i = 0; $i < $n; $i++) $set->{$i & 1 ? 'joinNext' : 'joinAny'}()->await();
    while (count($set)) $set->joinNext()->await();
});
linear('joinAny() behind failures', 3000, function ($n) {
    $set = fill(new TaskSet, 2 * $n, fn($i) => $i < $n ? throw new Exception : $i);
    suspend();
    for ($i = 0; $i < $n; $i++) $set->joinAny()->await();
    $set->joinAll(true)->await();
});
linear('keys of a set', 3000, function ($n) {
    $set = new TaskSet;
    for ($i = 0; $i < $n; $i++) { $set->spawnWithKey("key $i", fn() => 1); if ($i & 1) $set->joinNext()->await(); }
    foreach ($set as $entry) if (count($set) === 0) break;
});
linear('a set that is filled and emptied', 30, function ($n) {
    $set = new TaskSet;
    for ($i = 0; $i < $n; $i++) { fill($set, 100); $set->joinAll()->await(); }
});
linear('groups in tasks of groups', 300, function ($n) {
    $group = new TaskGroup;
    for ($i = 0; $i < $n; $i++) $group->spawn(fn() => fill(new TaskGroup, 10)->all()->await());
    $group->all()->await();
});

// Memory of a set with one task that never ends does not grow with what passes through.
$set = new TaskSet;
$set->spawn(function () use (&$go) { while (!$go) suspend(); });
$memory = [];
for ($round = 0; $round < 6; $round++) {
    for ($i = 0; $i < 2000; $i++) { $set->spawn(fn() => 1); $set->joinNext()->await(); }
    $memory[] = memory_get_usage();
}
echo 'memory: ', $memory[5] - $memory[1] < 10_000 ? 'constant' : implode(' ', $memory), "\n";
$go = true;
--EXPECT--
all(): linear
one after the other: linear
back-pressure: linear
explicit keys: linear
errors: linear
race() and any() again and again: linear
many unsettled futures: linear
foreach: linear
cancel: linear
cancel with parked callers: linear
joinNext() as tasks end: linear
joinNext() after all have ended: linear
joinNext() and joinAny() behind tasks that run: linear
joinAny() behind failures: linear
keys of a set: linear
a set that is filled and emptied: linear
groups in tasks of groups: linear
memory: constant
