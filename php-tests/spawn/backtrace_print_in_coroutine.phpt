--TEST--
SP-8: debug_print_backtrace() in a coroutine
--DESCRIPTION--
Rules: SP-8, ES-6
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function helper() { debug_print_backtrace(); }
await(spawn(function (string $s) { suspend(); helper(); }, 'text'));
--EXPECTF--
#0 %sbacktrace_print_in_coroutine.php(%d): helper()
#1 [internal function]: {closure%S}('text')
