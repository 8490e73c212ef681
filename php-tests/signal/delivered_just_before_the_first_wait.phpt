--TEST--
A signal that is delivered while the first wait of a script begins is handled then, not when that wait ends
--DESCRIPTION--
Rules: io SF-4a, io SL-2
Order: independent
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "handler\n"; throw new RuntimeException('thrown'); });
$begin = hrtime(true);
try {
    async_test_raise_then_sleep(SIGUSR1, 10_000);
    echo "not thrown\n";
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}
echo hrtime(true) - $begin < 5e9 ? "not late\n" : "it has waited to the end\n";
--EXPECT--
handler
thrown
not late
