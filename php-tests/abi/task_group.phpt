--TEST--
ABI-47, ABI-141: C code makes task groups, waits for them, and gives them to PHP code
--DESCRIPTION--
Rules: ABI-47, ABI-73, ABI-77, ABI-81, ABI-85, ABI-87, ABI-89, ABI-141, TG-3, TG-8, TG-29
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use Async\Scope;
use function Async\suspend;

$ended = 0;
async_test_group(function () use (&$ended) { suspend(); $ended++; });
echo "$ended ended\n";

$scope = new Scope;
async_test_group_in_scope($scope, fn() => suspend());
$scope->dispose();
async_test_group_in_scope($scope, fn() => print("never\n"));
// An object of another class is no scope, not even one that names a scope.
class Provider implements Async\ScopeProvider {
    public function provideScope(): ?Scope { return null; }
}
foreach ([new stdClass, fn() => 1, new Provider, Async\spawn(fn() => 1)] as $other) {
    async_test_group_in_scope($other, fn() => print("never\n"));
}
--EXPECT--
class Async\TaskGroup, counter 1, the way back true, closed false
empty: TaskGroup(total=0, active=0)
replay while idle: true, awaited: true
with tasks: TaskGroup(total=3, active=1)
replay while busy: false, counter raised by the tasks
awaited: true, told 1, null true
finished: TaskGroup(total=3, active=0)
closed true
replay: true, null
the callback is let go: true
3 ended
scope kept: true
awaited: true
completed: Async\AsyncException: Cannot spawn tasks on a completed TaskGroup
scope kept: false
no group: Async\AsyncException: Cannot use a disposed Scope for TaskGroup
scope kept: false
no group: TypeError: zend_async_new_group_fn(): argument scope must be of type Async\Scope, stdClass given
scope kept: false
no group: TypeError: zend_async_new_group_fn(): argument scope must be of type Async\Scope, Closure given
scope kept: false
no group: TypeError: zend_async_new_group_fn(): argument scope must be of type Async\Scope, Provider given
scope kept: false
no group: TypeError: zend_async_new_group_fn(): argument scope must be of type Async\Scope, Async\Coroutine given
scope kept: false
