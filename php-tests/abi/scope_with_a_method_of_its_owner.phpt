--TEST--
The failure of a coroutine is offered to the method that a C owner has put into its scope, or into one above
--DESCRIPTION--
Rules: ABI-119, ABI-136
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
foreach (['handled' => 0, 'passed on' => 1, 'replaced' => 2] as $what => $mode) {
    foreach ([false, true] as $in_child) {
        echo "-- $what, ", $in_child ? "from a child scope" : "from the scope itself", "\n";
        try {
            async_test_scope_hook($mode, $in_child);
        } catch (Throwable $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
echo "end\n";
--EXPECT--
-- handled, from the scope itself
asked for a failure of its own, with the coroutine
scope cancelled false
-- handled, from a child scope
asked for a failure of a child, with the coroutine
scope cancelled false
-- passed on, from the scope itself
asked for a failure of its own, with the coroutine
scope cancelled true
from a coroutine
-- passed on, from a child scope
asked for a failure of a child, with the coroutine
scope cancelled true
from a coroutine
-- replaced, from the scope itself
asked for a failure of its own, with the coroutine
scope cancelled false
from the hook
-- replaced, from a child scope
asked for a failure of a child, with the coroutine
scope cancelled false
from the hook
end
