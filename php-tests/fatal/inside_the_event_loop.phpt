--TEST--
SH-33: after a fatal error inside a turn of the event loop a shutdown function may use the API again
--DESCRIPTION--
Rules: SH-33
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
register_shutdown_function(function () {
    echo "shutdown\n";
    delay(5);
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $reader = spawn(fn() => fgets($a));
    delay(5);
    fwrite($b, "data\n");
    var_dump(await($reader));
});
spawn(function () {
    delay(1000);
    echo "not reached\n";
});
async_test_fatal_event(5);
delay(1000);
echo "not reached\n";
?>
--EXPECTF--

Fatal error: an event's subscriber fails in %s on line %d
shutdown
string(5) "data
"
