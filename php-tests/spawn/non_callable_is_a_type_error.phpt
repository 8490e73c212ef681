--TEST--
SP-3: a task that is not callable is a TypeError at the call; nothing is spawned
--DESCRIPTION--
Rules: SP-3
Order: independent
--FILE--
<?php
use function Async\{spawn, get_coroutines};

foreach (['no_such_function', 42, null, [], ['K', 'm'], new stdClass, 'Async\nothing'] as $bad) {
    try { spawn($bad); echo "accepted\n"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
var_dump(count(get_coroutines()) <= 1);
--EXPECTF--
Async\spawn(): Argument #1 ($task) must be a valid callback, function "no_such_function" not found or invalid function name
Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
Async\spawn(): Argument #1 ($task) must be a valid callback, array callback must have exactly two members
Async\spawn(): Argument #1 ($task) must be a valid callback, class "K" not found
Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
Async\spawn(): Argument #1 ($task) must be a valid callback, function "Async\nothing" not found or invalid function name
bool(true)
