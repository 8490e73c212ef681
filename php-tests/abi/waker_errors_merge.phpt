--TEST--
Errors of a waker are stored, put first, appended or dropped
--DESCRIPTION--
Rules: ABI-106, ABI-103
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_apply_error();
?>
--EXPECT--
NULL waker: false
stored: [one]
override: [two] [one]
append keeps the primary: [two] [one] [three]
new waker: error none, status none true
not transferred: counter 2
cleaned: counter 1
second cancellation: false
kept true
