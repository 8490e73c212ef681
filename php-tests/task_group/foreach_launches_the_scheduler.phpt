--TEST--
CM-3, TG-33: plain code may iterate a group
--DESCRIPTION--
Rules: CM-3, TG-33
Order: independent
--FILE--
<?php
$group = new Async\TaskGroup(1);
$group->spawnWithKey('a', fn() => 1);
$group->spawnWithKey('b', fn() => 2);
$group->close();
foreach ($group as $key => [$result, $error]) echo "$key $result ", var_export($error, true), "\n";
--EXPECT--
a 1 NULL
b 2 NULL
