--TEST--
Children added and removed with the helpers of the header count
--DESCRIPTION--
Rules: ABI-137, ABI-135, ABI-138, ABI-183
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_scope_children();
--EXPECT--
six added: safe true, completed true, done true, disposable false, children 6
one removed, one busy: safe true, completed false, done false, disposable false, children 5
an occupied one added: safe true, completed false, done false, disposable false, children 6
all have ended: safe true, completed true, done true, disposable false, children 6
children released: safe true, completed true, done true, disposable false, children 0
