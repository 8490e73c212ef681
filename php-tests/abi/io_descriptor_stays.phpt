--TEST--
IO handle: flags of a descriptor stay as they are, and no descriptor is left behind
--DESCRIPTION--
Rules: ABI-89, ABI-156, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, delay, spawn};

finish(...pair('local'));
delay(1);
$before = open_descriptors();
foreach (['tcp', 'local', 'pipe'] as $kind) {
    [$reader, $writer] = pair($kind, 4096);
    $fds = [async_test_io_about($reader)['fd'], async_test_io_about($writer)['fd']];
    $seen = [];
    $all = spawn(fn() => read_all($reader, 50_000));
    $write = async_test_io_begin($writer, 'write', str_repeat('x', 5_000_000));
    while (!async_test_io_outcome($write)['completed']) {
        foreach ($fds as $fd) $seen[async_test_io_descriptor($fd, 'nonblocking') ? 'changed' : 'blocking'] = true;
        Async\suspend();
    }
    async_test_io_dispose($write);
    finish($writer);
    await($all);
    echo $kind, ': ', implode(', ', array_keys($seen)), ', ', str_replace($fds[0], 'N', async_test_io_about($reader)['info']), "\n";
    finish($reader);
}
$udp = async_test_udp_bind('127.0.0.1');
echo preg_replace('/\d+/', 'N', async_test_io_about($udp)['info']), "\n";
finish($udp);
var_dump(open_descriptors() - $before, async_test_counts()[0]);
--EXPECT--
tcp: blocking, IO(type=tcp, socket=N)
local: blocking, IO(type=pipe, fd=N)
pipe: blocking, IO(type=pipe, fd=N)
IO(type=udp, socket=N)
int(0)
int(0)
