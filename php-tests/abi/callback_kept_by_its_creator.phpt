--TEST--
A callback of a coroutine that its creator keeps outlives wait, coroutine and event
--DESCRIPTION--
Rules: ABI-90, ABI-99, ABI-100, ABI-104
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
foreach (['removed', 'removed and released', 'coroutine first', 'event first', 'again'] as $how) {
    echo "-- $how\n";
    async_test_kept_callback($how);
}
echo "-- refused\n";
async_test_kept_callback_refused();
echo "end\n";
--EXPECT--
-- removed
counter while it is subscribed 2, subscribers 1
removed true
counter 1, event forgotten true
counter after the wait 1, subscribers 0, references of the event 1
events disposed 1
-- removed and released
counter while it is subscribed 2, subscribers 1
removed true
counter 1, event forgotten true
counter after the wait 0, subscribers 0, references of the event 1
events disposed 1
-- coroutine first
counter while it is subscribed 2, subscribers 1
counter after the wait 1, subscribers 0, references of the event 1
events disposed 1
-- event first
counter while it is subscribed 2, subscribers 1
counter after the wait 1, subscribers 0, references of the event 1
events disposed 1
-- again
counter while it is subscribed 2, subscribers 1
counter after the wait 1, subscribers 0, references of the event 1
subscribed again, to the other event true
events disposed 2
-- refused
resume_when: Error: refused
subscribed false, counter 1, event NULL, disposed 1
end
