--TEST--
IO handle: a started handle keeps the script alive until its multishot read has ended
--DESCRIPTION--
Rules: ABI-77, ABI-80, ABI-158
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog();

// Another process answers after this script has ended.
[$read, $write] = async_test_io_pair('pipe');
$io = async_test_io_create($read, PIPE, READABLE);
$reader = async_test_io_reader($io, 100, ['close' => true]);
async_test_io_event($io, 'start');
$writer = async_test_io_create($write, PIPE, WRITABLE);
async_test_fork_writer($write, 'answer', 50);
finish($writer);
// Main's destructor looks at what came of it.
$at_end = new class($reader, $io) {
    function __construct(private int $reader, private int $io) {}
    function __destruct() {
        echo json_encode(async_test_io_reader_state($this->reader)), "\n";
        async_test_io_reader_free($this->reader);
        finish($this->io);
    }
};
echo "end of the script\n";
?>
--EXPECT--
end of the script
{"bytes":"answer","chunks":1,"completed":true,"transferred":0,"eof":true,"io_closed":false,"error":"told: closed"}
