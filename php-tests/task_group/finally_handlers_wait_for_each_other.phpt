--TEST--
CM-18: one handler after the other, also when they suspend
--DESCRIPTION--
Rules: CM-18, TG-28
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\{suspend, delay};

$group = new TaskGroup;
$done = false;
$group->finally(function () { echo "1 begins\n"; for ($i = 0; $i < 3; $i++) suspend(); delay(1); echo "1 ends\n"; });
$group->finally(function () { echo "2 begins\n"; suspend(); echo "2 ends\n"; });
$group->finally(function () use (&$done) { echo "3\n"; $done = true; });
$group->close();
while (!$done) suspend();
--EXPECT--
1 begins
1 ends
2 begins
2 ends
3
