--TEST--
The owner that has pinned a scope lets it go: at once, while a coroutine is in it, after its last one
--DESCRIPTION--
Rules: ABI-138, ABI-134, ABI-135
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
echo "-- idle\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'pin');
async_test_scope_do(0, 'unpin');
async_test_scope_do(0, 'finish');

echo "-- used twice\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'pin');
async_test_scope_spawn(0);
async_test_turns(6);
async_test_scope_do(0, 'state');
async_test_scope_spawn(0);
async_test_turns(6);
async_test_scope_do(0, 'unpin');
async_test_scope_do(0, 'finish');

echo "-- while a coroutine is in it\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'pin');
async_test_scope_spawn(0);
async_test_turns(1);
async_test_scope_do(0, 'unpin');
async_test_scope_do(0, 'finish');
async_test_turns(6);

echo "-- unpinned while a coroutine is in it, and let go behind that\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'pin');
async_test_scope_spawn(0);
async_test_turns(1);
async_test_scope_do(0, 'unpin');
async_test_turns(6);
async_test_scope_do(0, 'state');
async_test_scope_do(0, 'finish');

echo "-- disposed, and let go behind that\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'pin');
async_test_scope_do(0, 'unpin');
async_test_scope_do(0, 'dispose');
async_test_scope_do(0, 'state');
async_test_scope_do(0, 'finish');

echo "-- both references given back as those of any event\n";
async_test_scope_make(0, null);
async_test_scope_do(0, 'pin');
async_test_scope_spawn(0);
async_test_turns(1);
async_test_scope_do(0, 'unpin');
async_test_scope_do(0, 'release');
async_test_scope_do(0, 'release');
async_test_turns(6);
echo "end\n";
--EXPECT--
-- idle
-- used twice
a coroutine has ended
closed false, parent none, references 2, children 0
a coroutine has ended
-- while a coroutine is in it
a coroutine has ended
-- unpinned while a coroutine is in it, and let go behind that
a coroutine has ended
closed true, parent none, references 2, children 0
-- disposed, and let go behind that
disposed true
closed true, parent none, references 2, children 0
-- both references given back as those of any event
a coroutine has ended
end
