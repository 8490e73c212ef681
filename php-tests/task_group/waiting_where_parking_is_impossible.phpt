--TEST--
TG-27, TG-36: awaitCompletion() and foreach say that they need a coroutine
--DESCRIPTION--
Rules: TG-27, TG-36, CM-3
Order: independent
--FILE--
<?php
use Async\TaskGroup;
use function Async\suspend;

$group = new TaskGroup;
$group->spawn(fn() => suspend());
$group->close();
ob_start(function () use ($group) {
    $said = [];
    try { $group->awaitCompletion(); } catch (Async\AsyncException $e) { $said[] = $e->getMessage(); }
    try { foreach ($group as $entry); } catch (Async\AsyncException $e) { $said[] = $e->getMessage(); }
    return implode("\n", $said) . "\n";
});
echo 'text';
ob_end_flush();
$group->awaitCompletion();
// What needs no wait works there.
ob_start(function () use ($group) {
    $group->awaitCompletion();
    foreach ($group as $key => $entry) $seen[$key] = $entry;
    return json_encode($seen) . "\n";
});
ob_end_flush();
--EXPECT--
TaskGroup::awaitCompletion() can only be called inside a coroutine
TaskGroup iterator can only be used inside a coroutine
[[null,null]]
