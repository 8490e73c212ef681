--TEST--
C code makes scopes; they go with their last coroutine unless pinned
--DESCRIPTION--
Rules: ABI-134, ABI-135, ABI-138, ABI-43, ABI-85, ABI-87, ABI-89
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_scope_life();
--EXPECT--
internal root: safe true, completed true, done true, disposable false, children 0
object: class Async\Scope, counter 1, refers to the scope true
root with object: safe false, completed true, done true, disposable false, children 0
info starts as expected: true
child: parent true, request scope true
child with a coroutine: safe true, completed false, done false, disposable false, children 0
its parent: safe true, completed false, done false, disposable false, children 1
the child went with its coroutine: safe true, completed true, done true, disposable false, children 0
replay of an open scope: false
disposal of a pinned scope: false
released
