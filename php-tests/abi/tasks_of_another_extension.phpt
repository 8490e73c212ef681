--TEST--
Another extension takes the tasks over only if it says so, and a refused registration changes nothing
--DESCRIPTION--
Rules: ABI-167, ABI-170, ABI-173, ABI-203
Order: independent
The test extension survives the core error; the engine's message, lost in its jump, is a leak to a debug build of PHP.
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--INI--
report_memleaks=0
--FILE--
<?php
async_test_tasks_override();
?>
--EXPECTF--

Fatal error: The module async_abi_test_tasks is trying to override %s, which was registered by the module true_async. in %s on line %d
refused: unchanged true
allowed: enabled true
another one makes a task
the same module: unchanged true
without functions: NULL
new: Error: Async API is not enabled
queued false
queue: Error: Async API is not enabled
