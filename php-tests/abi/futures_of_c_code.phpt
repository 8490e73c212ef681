--TEST--
Futures made and completed in C are PHP futures, and PHP futures are awaited in C
--DESCRIPTION--
Rules: ABI-45, ABI-88, ABI-96, ABI-141, ABI-144, FU-1
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\spawn;

$future = async_test_future();
$derived = $future->map(fn($x) => $x + 1);
spawn(fn() => async_test_future_complete(41));
var_dump(async_test_future_await($future), $derived->await());
async_test_future_subscribe($future);

$future = async_test_future();
spawn(fn() => async_test_future_complete(new LogicException('rejected')));
try { async_test_future_await($future); } catch (LogicException $e) { echo $e->getMessage(), "\n"; }
async_test_future_subscribe($future);
try { $future->await(); } catch (LogicException $e) { echo 'again ', $e->getMessage(), "\n"; }

// One that is not used.
set_error_handler(function ($level, $text) { echo substr($text, 0, 21), "\n"; return true; });
async_test_future();
async_test_future_complete(1);
?>
--EXPECT--
completed true, used true, caught false
int(41)
int(42)
late subscriber: 41
subscribed
completed true, used true, caught true
rejected
late subscriber: LogicException
subscribed
again rejected
completed true, used false, caught false
Future was never used
