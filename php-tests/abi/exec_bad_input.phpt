--TEST--
Commands that cannot be, results that are not wanted, and callers that cannot wait
--DESCRIPTION--
Rules: ABI-11, ABI-147, ABI-153, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_exec_nothing();
--EXPECT--
outside: -1, bool
outside: Error: A command can be executed by a coroutine only
mode 0: 9
one
two
mode 1: 9
mode 2: 9
one
two
mode 3: 9
mode 4: 9
NULL, bool
new: Async\AsyncException: The command of an exec event cannot be empty
NULL, bool
new: Async\AsyncException: The command of an exec event cannot be empty
NULL, bool
new: Async\AsyncException: There is no mode 5 of an exec event
NULL
no such directory: Async\InputOutputException: Failed to execute the command: No such file or directory (os error 2)
counted 0
scheduler context: -1
scheduler context: Async\AsyncException: The operation cannot be executed in the scheduler context
