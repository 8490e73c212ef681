--TEST--
Atomics, predicates of wakers, positions of macros, references of callbacks, and the index by which a waker finds an event
--DESCRIPTION--
Rules: ABI-13, ABI-25, ABI-40, ABI-41, ABI-98, ABI-100, ABI-107
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_small_parts();
?>
--EXPECT--
before: 5 6 true 7 8 true true
status 0: in queue false true, waiting true
status 1: in queue false true, waiting true
status 2: in queue true false, waiting true
status 3: in queue true false, waiting true
status 4: in queue false true, waiting false
no waker: in queue false true
scheduler context true, acting true true, scope true
references 0 2 1 1
disposed, event NULL
index: true
inline: true
