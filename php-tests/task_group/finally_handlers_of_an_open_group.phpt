--TEST--
TG-28, TG-39: a group that goes without being closed calls no handler
--DESCRIPTION--
Rules: TG-28, TG-39
Order: independent
--FILE--
<?php
use Async\TaskGroup;

class Tracked { public function __destruct() { echo "released\n"; } }
$group = new TaskGroup;
$tracked = new Tracked;
$group->finally(function () use ($tracked) { echo "never\n"; });
unset($tracked);
$group->spawn(fn() => 1);
$group->all()->await();
unset($group);
echo "end\n";
--EXPECT--
released
end
