--TEST--
TG-26: the table of isFinished(), isClosed() and count()
--DESCRIPTION--
Rules: TG-22, TG-26
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

function show(string $moment, TaskGroup $group): void
{
    echo "$moment: ", json_encode([$group->isFinished(), $group->isClosed(), $group->count(), count($group)]), "\n";
}
$group = new TaskGroup(1);
show('new', $group);
$group->spawn(fn() => suspend());
show('task added', $group);
$group->spawn(fn() => throw new Exception('failed'));
show('another one waits', $group);
$group->close();
$group->close();
show('closed with a running task', $group);
$group->awaitCompletion();
show('all tasks done', $group);
$group->suppressErrors();
$group = new TaskGroup;
$group->close();
show('closed when new', $group);
$group = new TaskGroup;
$group->cancel();
show('cancelled when new', $group);
$group = new TaskGroup;
$group->dispose();
show('disposed when new', $group);
--EXPECT--
new: [true,false,0,0]
task added: [false,false,1,1]
another one waits: [false,false,2,2]
closed with a running task: [false,true,2,2]
all tasks done: [true,true,2,2]
closed when new: [true,true,0,0]
cancelled when new: [true,true,0,0]
disposed when new: [true,false,0,0]
