--TEST--
C code that spawns with an object which is no scope provider gets a TypeError that names the argument
--DESCRIPTION--
Rules: ABI-118
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{suspend};

foreach ([new stdClass, new ArrayObject, fn() => null] as $object) {
    try {
        var_dump(async_test_co_spawn_by($object));
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(async_test_co_spawn_by(new Async\Scope));
suspend();
echo 'counts: ', implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
zend_async_spawn_fn(): argument scope_provider must be of type Async\ScopeProvider, stdClass given
zend_async_spawn_fn(): argument scope_provider must be of type Async\ScopeProvider, ArrayObject given
zend_async_spawn_fn(): argument scope_provider must be of type Async\ScopeProvider, Closure given
bool(true)
counts: 0 1
