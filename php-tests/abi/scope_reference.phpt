--TEST--
The reference of a scope may be given back in every order: what uses the scope keeps it
--DESCRIPTION--
Rules: ABI-134, ABI-135, ABI-137, ABI-138, ABI-141
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
echo "-- at once\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'state');
async_test_scope_do(0, 'release');

echo "-- while a coroutine is queued\n";
async_test_scope_make(0, null);
async_test_scope_spawn(0);
async_test_scope_do(0, 'release');
async_test_turns(6);

echo "-- while a coroutine is suspended\n";
async_test_scope_make(0, null);
async_test_scope_spawn(0);
async_test_turns(1);
async_test_scope_do(0, 'release');
async_test_turns(6);

echo "-- while a coroutine is in it that was never queued\n";
async_test_scope_make(0, null);
$coroutine = async_test_scope_do(0, 'attach');
async_test_scope_do(0, 'release');
unset($coroutine);

echo "-- after its last coroutine\n";
async_test_scope_make(0, null);
async_test_scope_spawn(0);
async_test_turns(6);
async_test_scope_do(0, 'state');
async_test_scope_spawn(0);
async_test_scope_do(0, 'attach');
async_test_scope_make(1, 0);
async_test_scope_do(0, 'release');

echo "-- after it was disposed\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'dispose');
async_test_scope_do(0, 'dispose');
async_test_scope_do(0, 'release');

echo "-- a parent's before its child's\n";
async_test_scope_make(0, null);
async_test_scope_make(1, 0);
async_test_scope_do(0, 'release');
async_test_scope_do(1, 'state');
async_test_scope_spawn(1);
async_test_turns(6);
async_test_scope_do(1, 'state');
async_test_scope_do(1, 'release');

echo "-- a child's before its parent's\n";
async_test_scope_make(0, null);
async_test_scope_make(1, 0);
async_test_scope_spawn(1);
async_test_scope_do(1, 'release');
async_test_scope_do(0, 'release');
async_test_turns(6);

echo "-- a parent that is disposed\n";
async_test_scope_make(0, null);
async_test_scope_make(1, 0);
async_test_scope_do(0, 'dispose');
async_test_scope_do(1, 'state');
async_test_scope_spawn(1);
async_test_scope_do(0, 'release');
async_test_scope_do(1, 'release');

echo "-- a child that was put below a scope which has ended\n";
async_test_scope_make(0, null);
async_test_scope_make(1, null);
async_test_scope_do(0, 'dispose');
async_test_scope_do(0, 'adopt');
async_test_scope_do(0, 'release');
async_test_scope_do(1, 'state');
async_test_scope_do(1, 'release');

echo "-- a child of a scope of PHP code\n";
$scope = new Async\Scope();
$scope->spawn(function () {
    async_test_scope_make(0, -1);
    async_test_scope_spawn(0);
});
async_test_turns(2);
unset($scope);
async_test_scope_do(0, 'state');
async_test_turns(6);
async_test_scope_do(0, 'release');
async_test_turns(6);
echo "end\n";
--EXPECT--
-- at once
closed false, parent none, references 1, children 0
-- while a coroutine is queued
a coroutine has ended
-- while a coroutine is suspended
a coroutine has ended
-- while a coroutine is in it that was never queued
-- after its last coroutine
a coroutine has ended
closed true, parent none, references 1, children 0
spawn: Async\AsyncException: Cannot spawn a coroutine in a closed scope
new coroutine: Async\AsyncException: Cannot spawn a coroutine in a closed scope
new scope: Async\AsyncException: Cannot create a child of a scope that has ended
-- after it was disposed
disposed true
disposed false
-- a parent's before its child's
closed false, parent there, references 1, children 0
a coroutine has ended
closed true, parent none, references 1, children 0
-- a child's before its parent's
a coroutine has ended
-- a parent that is disposed
disposed true
closed true, parent none, references 1, children 0
spawn: Async\AsyncException: Cannot spawn a coroutine in a closed scope
-- a child that was put below a scope which has ended
disposed true
closed false, parent none, references 1, children 0
-- a child of a scope of PHP code
closed false, parent there, references 1, children 0
a coroutine: Async\AsyncCancellation: Scope is being disposed due to object destruction
end
