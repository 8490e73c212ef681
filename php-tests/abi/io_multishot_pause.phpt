--TEST--
IO handle: without room the read pauses, and goes on as the same request
--DESCRIPTION--
Rules: ABI-158
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\delay;

[$io, $writer] = pair('local');
$reader = async_test_io_reader($io, 100, ['alloc' => 10, 'pause' => 3]);
async_test_io_write($writer, $sent = text(100));
while (async_test_io_reader_state($reader)['chunks'] < 3) delay(1);
delay(5);
$state = async_test_io_reader_state($reader);
echo 'paused after ', $state['chunks'], ' chunks, completed ', var_export($state['completed'], true), "\n";
finish($writer);
delay(5);
echo 'still ', async_test_io_reader_state($reader)['chunks'], "\n";
echo 'the same request: ', var_export(async_test_io_reader_resume($reader), true), "\n";
async_test_io_reader_wait($reader);
echo async_test_io_reader_state($reader)['bytes'] === $sent ? 'everything' : 'NOT EVERYTHING', "\n";
async_test_io_reader_free($reader);
finish($io);
var_dump(async_test_counts()[0]);
--EXPECT--
paused after 3 chunks, completed false
still 3
the same request: true
everything
int(0)
