--TEST--
catch_or_cancel as cancellation; closed scopes; zombies
--DESCRIPTION--
Rules: ABI-136, ABI-135, ABI-85, ABI-118
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_scope_cancel();
--EXPECT--
cancel: true, cancelled true
coroutine: Async\AsyncCancellation: by C
closed true
close again: true
replay of a closed scope: true
spawn: Async\AsyncException: Cannot spawn a coroutine in a closed scope
with a zombie: safe true, completed true, done false, disposable false, children 0
