--TEST--
TG-38: a group that nothing refers to goes with its last task
--DESCRIPTION--
Rules: TG-38, TG-32
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

class Result { public function __construct(private string $name) {} public function __destruct() { echo "$this->name released\n"; } }
$ended = 0;
$group = new TaskGroup(1, 0);
$weak = WeakReference::create($group);
for ($i = 0; $i < 3; $i++) {
    $group->spawn(function () use ($i, &$ended, &$go) { while (!$go) suspend(); $ended++; return new Result("result $i"); });
}
unset($group);
gc_collect_cycles();
suspend();
var_dump($weak->get() instanceof TaskGroup);
$go = true;
while ($weak->get()) suspend();
echo "$ended ended\n";
--EXPECT--
bool(true)
result 0 released
result 1 released
result 2 released
3 ended
