--TEST--
Cancellation of a waiting, queued, never started, running and finished coroutine, and of one whose cancellation was taken back
--DESCRIPTION--
Rules: ABI-117, ABI-101, ABI-103, ABI-106
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_cancel_statuses();
?>
--EXPECT--
waiting: queued by cancel true
waiting: entered 1, its wait succeeded false, awaiter resumed false
waiting: Async\AsyncCancellation: Coroutine cancelled
waiting: cancel when finished true
queued: in the queue true
queued: entered 1, its wait succeeded false, awaiter resumed false
queued: Async\AsyncCancellation: Coroutine cancelled
queued: cancel when finished true
cleaned: entered 1, its wait succeeded false, awaiter resumed false
cleaned: Async\AsyncCancellation: Coroutine cancelled
cleaned: cancel when finished true
ignored: entered 0, its wait succeeded false, awaiter resumed false
ignored: Async\AsyncCancellation: Coroutine cancelled
ignored: cancel when finished true
running: cancelled flag true, exception pending false, stored true
running: entered 1, its wait succeeded true, awaiter resumed false
running: Async\AsyncCancellation: Coroutine cancelled
running: cancel when finished true
