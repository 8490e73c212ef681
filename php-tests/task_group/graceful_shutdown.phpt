--TEST--
TG-23, SH-20: graceful shutdown cancels tasks, queued ones too, and coroutines that wait for a group
--DESCRIPTION--
Rules: TG-10, TG-27, TG-34
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
print_child(child_php('<?php
use function Async\{spawn, suspend};
$group = new Async\TaskGroup(1, 1);
$closed = new Async\TaskGroup;
$group->finally(fn() => print("never: it is not closed\n"));
$closed->finally(fn() => print("finally handler\n"));
$say = function (string $who, callable $wait) {
    spawn(function () use ($who, $wait) {
        try { $wait(); echo "$who returns\n"; } catch (Async\AsyncCancellation $e) { echo "$who: ", $e->getMessage(), "\n"; }
    });
};
$task = function () {
    try { while (true) Async\delay(1000); } catch (Async\AsyncCancellation $e) { echo "task: ", $e->getMessage(), "\n"; throw $e; }
};
$group->spawn($task);
$group->spawn(fn() => print("queued task\n"));
$closed->spawn($task);
$closed->close();
$say("spawn", fn() => $group->spawn(fn() => 1));
$say("foreach", function () use ($group) { foreach ($group as $entry) echo "entry\n"; });
$say("all", fn() => $group->all()->ignore()->await());
$say("awaitCompletion", fn() => $closed->awaitCompletion());
suspend();
suspend();
Async\graceful_shutdown(new Async\AsyncCancellation("the end"));
'));
--EXPECT--
task: the end
task: the end
spawn: the end
foreach: the end
all: the end
awaitCompletion: the end
finally handler
[status 0]
