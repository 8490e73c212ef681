--TEST--
What a heartbeat handler throws starts the graceful shutdown
--DESCRIPTION--
Rules: ABI-114, ABI-133
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};
$waiting = spawn(function () {
    try {
        delay(60_000);
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
});
delay(1);
async_test_heartbeat_throws();
try {
    await($waiting);
} catch (Async\AsyncCancellation $e) {
    echo 'main: ', $e->getMessage(), "\n";
}
?>
--EXPECTF--
main: Graceful shutdown
Graceful shutdown

Fatal error: Uncaught Error: thrown by the heartbeat in %sheartbeat_throws.php:%d
Stack trace:
#0 %sheartbeat_throws.php(%d): Async\await(Object(Async\Coroutine))
#1 {main}
  thrown in %sheartbeat_throws.php on line %d
