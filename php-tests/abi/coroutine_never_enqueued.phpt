--TEST--
A coroutine that is dropped before it was enqueued leaves its scope
--DESCRIPTION--
Rules: ABI-116, ABI-135
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
$s = new Async\Scope;
async_test_detached_coroutine($s);
var_dump($s->isFinished());
--EXPECT--
attached: safe false, completed false, done false, disposable false, children 0
dropped: safe false, completed true, done true, disposable false, children 0
bool(true)
