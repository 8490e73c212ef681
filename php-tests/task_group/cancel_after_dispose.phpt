--TEST--
TG-23, TG-41: tasks that began after dispose() are cancelled as well
--DESCRIPTION--
Rules: TG-23, TG-25, TG-41
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup(1, 0);
for ($i = 0; $i < 2; $i++) $group->spawn(function () use ($i, &$started) { $started = $i; while (true) suspend(); });
while ($started !== 0) suspend();
$group->dispose();
while ($started !== 1) suspend();
$group->cancel();
$group->awaitCompletion();
foreach ($group->getErrors() as $key => $error) echo "$key: ", $error->getMessage(), "\n";
--EXPECT--
0: Scope is being disposed due to TaskGroup disposal
1: TaskGroup cancelled
