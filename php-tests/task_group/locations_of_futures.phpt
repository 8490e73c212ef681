--TEST--
FU-32, FU-33: a future of a group was created by the call; no code of the user's completes it when a task ends
--DESCRIPTION--
Rules: FU-32, FU-33, TG-14
Order: independent
--FILE--
<?php
use Async\TaskGroup;

$group = new TaskGroup;
$group->spawn(fn() => 1);
foreach (['all', 'race', 'any'] as $method) {
    $future = $group->$method(); $line = __LINE__;
    echo $future->getCreatedFileAndLine() === [__FILE__, $line] ? 'here' : $future->getCreatedLocation(), ' ';
    $futures[] = $future;
}
foreach ($futures as $future) { $future->await(); echo $future->getCompletedLocation(), ' '; }
$future = $group->all(); $line = __LINE__;
echo $future->getCompletedFileAndLine() === [__FILE__, $line] ? 'here' : $future->getCompletedLocation(), "\n";
$future->await();
--EXPECT--
here here here unknown unknown unknown here
