--TEST--
C code throws by a selector; one that names no throwable means the default exception
--DESCRIPTION--
Rules: ABI-174, ABI-29, ABI-17
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_throw(0, 30, 31, 33, 1, 2, 3, 4, 5, 6, 7, 8, 99);
?>
--EXPECT--
0: Async\AsyncException: text
30: Async\AsyncException: text
31: Async\AsyncCancellation: text
33: Async\InputOutputException: text
1: Async\AsyncException: text
2: Async\AsyncException: text
3: Async\AsyncException: text
4: Async\AsyncException: text
5: Async\AsyncException: text
6: Async\AsyncException: text
7: Async\AsyncException: text
8: Async\AsyncException: text
99: Async\AsyncException: text
