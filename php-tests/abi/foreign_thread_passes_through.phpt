--TEST--
A thread without PHP makes redirected calls while coroutines run: they block that thread and nothing else
--DESCRIPTION--
Rules: HK-1, ABI-210, io SF-1
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--INI--
async.io_objects=+async_abi_test
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = spawn(function () use ($a) {
    $bytes = 0;
    while (($line = fgets($a)) !== false) {
        $bytes += strlen($line);
        usleep(500);
    }
    return $bytes;
});
$writer = spawn(function () use ($b) {
    for ($i = 0; $i < 20; $i++) {
        fwrite($b, "line\n");
        usleep(1000);
    }
    fclose($b);
});
await(spawn(fn() => async_test_foreign_thread()));
echo await($reader), " bytes\n";
?>
--EXPECT--
slept true, ended early false, sent 1
poll 0, read 1, error 0
100 bytes
