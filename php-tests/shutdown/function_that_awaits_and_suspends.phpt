--TEST--
SH-4: a shutdown function may suspend, delay and await, before the next one starts
--DESCRIPTION--
Rules: SH-4, SD-12, AW-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

register_shutdown_function(function () { suspend(); delay(2); echo await(spawn(function () { delay(1); return 'first'; })), "\n"; });
register_shutdown_function(function () { echo "second\n"; });
spawn(function () { echo "body coroutine\n"; });
--EXPECT--
body coroutine
first
second
