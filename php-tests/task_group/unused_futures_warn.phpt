--TEST--
FU-38, TG-14: a future of a group is like any other: one that is not used gives a warning
--DESCRIPTION--
Rules: TG-14, FU-38, FU-41
Order: independent
--FILE--
<?php
use Async\TaskGroup;

set_error_handler(fn($kind, $text) => print(preg_replace('/ Created at .*/', '', $text) . "\n"));
$group = new TaskGroup;
$group->spawn(fn() => throw new Exception('boom'));
$group->close();
$group->all();
$kept = $group->all();
$group->awaitCompletion();
unset($kept);
$group->race();
$group->any()->ignore();
$group->suppressErrors();
--EXPECT--
Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning.
Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning.
Unhandled exception in Future: ; use catch() or ignore() to handle.
Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning.
Unhandled exception in Future: boom; use catch() or ignore() to handle.
