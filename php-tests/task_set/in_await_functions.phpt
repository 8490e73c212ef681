--TEST--
TS-1, TG-29: a set is an awaitable, too
--DESCRIPTION--
Rules: TS-1, TG-29
Order: independent
--FILE--
<?php
use Async\TaskSet;
use function Async\{suspend, await_all};

$set = new TaskSet(1);
foreach ([1, 2] as $i) $set->spawn(function () use ($i) { suspend(); return $i; });
echo json_encode(await_all([$set])), ' ', count($set), "\n";
--EXPECT--
[[null],[]] 2
