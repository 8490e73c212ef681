--TEST--
EH-8: warnings in a coroutine are ordinary diagnostics and the coroutine continues
--DESCRIPTION--
Rules: EH-8
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

set_error_handler(function ($no, $message) { echo "handler: $message\n"; return true; });
await(spawn(function () { echo $undefined; suspend(); trigger_error('user notice'); echo "goes on\n"; }));
restore_error_handler();
await(spawn(function () { trigger_error('shown', E_USER_WARNING); echo "goes on\n"; }));
--EXPECTF--
handler: Undefined variable $undefined
handler: user notice
goes on

Warning: shown in %s on line %d
goes on
