--TEST--
IO handle: big transfers arrive byte by byte, through small buffers, over sockets and pipes
--DESCRIPTION--
Rules: ABI-63, ABI-64, ABI-156, ABI-189
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn};

$sent = text(1_000_000);
foreach (['tcp', 'local', 'pipe'] as $kind) {
    foreach ([1000, 65536] as $size) {
        [$reader, $writer] = pair($kind, 4096);
        $all = spawn(fn() => read_all($reader, $size));
        $written = async_test_io_write($writer, $sent);
        finish($writer);
        echo "$kind by $size: ", $written, ' ', await($all) === $sent ? 'the same' : 'DIFFERENT', "\n";
        echo 'after the end: ', var_export(async_test_io_read($reader, 10), true), ', end of file ',
            var_export((async_test_io_about($reader)['state'] & EOF) !== 0, true), "\n";
        finish($reader);
    }
}
var_dump(async_test_counts()[0]);
--EXPECT--
tcp by 1000: 1000000 the same
after the end: '', end of file true
tcp by 65536: 1000000 the same
after the end: '', end of file true
local by 1000: 1000000 the same
after the end: '', end of file true
local by 65536: 1000000 the same
after the end: '', end of file true
pipe by 1000: 1000000 the same
after the end: '', end of file true
pipe by 65536: 1000000 the same
after the end: '', end of file true
int(0)
