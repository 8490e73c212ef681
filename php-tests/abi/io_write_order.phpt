--TEST--
IO handle: writes of all kinds keep their order, however many wait
--DESCRIPTION--
Rules: ABI-156, ABI-157
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn};

foreach (['tcp', 'local', 'pipe'] as $kind) {
    [$reader, $writer] = pair($kind, 4096);
    $expected = '';
    $requests = [];
    $kept = [];
    async_test_io_freed();
    for ($i = 0; $i < 300; $i++) {
        $text = "<$i:" . str_repeat(chr(97 + $i % 26), 17 * $i) . '>';
        $expected .= $text;
        match ($i % 4) {
            0 => $requests[] = async_test_io_begin($writer, 'write', $text),
            1 => async_test_io_send($writer, $text),
            2 => async_test_io_writev($writer, str_split($text, 100), ZSTR),
            3 => $kept[] = async_test_io_writev($writer, str_split($text, 100), IOV),
        };
    }
    $all = spawn(fn() => read_all($reader, 7000));
    $bytes = 0;
    foreach ($requests as $request) {
        async_test_io_wait($writer, $request);
        $bytes += async_test_io_outcome($request)['transferred'];
        async_test_io_dispose($request);
    }
    // Behind the last one nothing is left.
    async_test_io_write($writer, '!');
    finish($writer);
    echo "$kind: ", await($all) === "$expected!" ? 'in order' : 'OUT OF ORDER', ', freed ', async_test_io_freed(), "\n";
    finish($reader);
}
var_dump(async_test_counts()[0]);
--EXPECT--
tcp: in order, freed 150
local: in order, freed 150
pipe: in order, freed 150
int(0)
