--TEST--
IO handle: sendfile sends exactly the part of the file, in the order of the writes, and tells the source
--DESCRIPTION--
Rules: ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn};

$path = tempnam(sys_get_temp_dir(), 'io');
file_put_contents($path, $content = text(1_500_000));
$to = tempnam(sys_get_temp_dir(), 'io');
$file = async_test_io_open($path, 0);
foreach (['tcp', 'local', 'pipe'] as $kind) {
    foreach ([false, true] as $nonblocking) {
        [$a, $b] = async_test_io_pair($kind, 4096);
        if ($nonblocking) async_test_io_descriptor($b, 'set nonblocking');
        $reader = async_test_io_create($a, $kind === 'tcp' ? TCP : PIPE, READABLE);
        $out = async_test_io_create($b, $kind === 'tcp' ? TCP : PIPE, WRITABLE);
        $all = spawn(fn() => read_all($reader, 20_000));
        async_test_io_seek($file, 10, SEEK_SET);
        async_test_io_send($out, $head = str_repeat('header', 3000));
        $whole = async_test_io_sendfile($out, $file, 0, 10_000_000, false);
        async_test_io_send($out, '-between-');
        $part = async_test_io_sendfile($out, $file, -1, 1000);
        $nothing = async_test_io_sendfile($out, $file, 5, 0);
        $rest = async_test_io_sendfile($out, $file, -1, 20);
        $beyond = async_test_io_sendfile($out, $file, 2_000_000, 20);
        async_test_io_wait($file, $whole);
        $sent = async_test_io_outcome($whole)['transferred'];
        async_test_io_dispose($whole);
        echo $kind, $nonblocking ? ' without' : ' with', " blocking: $sent, $part, $nothing, $rest, $beyond, ";
        echo 'still so: ', var_export(async_test_io_descriptor($b, 'nonblocking') === $nonblocking, true), "\n";
        finish($out);
        $expected = $head . $content . '-between-' . substr($content, 10, 1020);
        echo await($all) === $expected ? 'the same' : 'DIFFERENT', ', place ', async_test_io_seek($file, 0, SEEK_CUR), "\n";
        finish($reader);
    }
}

echo "-- to a file\n";
$out = async_test_io_open($to, 2);
async_test_io_write($out, 'head ');
echo async_test_io_sendfile($out, $file, 0, 10_000_000), "\n";
async_test_io_write($out, ' tail');
echo file_get_contents($to) === "head $content tail" ? 'the same' : 'DIFFERENT', "\n";
finish($out);

echo "-- disposed, and closed under it\n";
[$reader, $out] = pair('tcp', 4096);
$gone = async_test_io_sendfile($out, $file, 0, 1_500_000, false);
async_test_io_dispose($gone);
$closed = async_test_io_sendfile($out, $file, 0, 1000, false);
for ($all = ''; strlen($all) < 1_500_000;) $all .= async_test_io_read($reader, min(20_000, 1_500_000 - strlen($all)));
echo $all === $content ? 'arrives' : 'DIFFERENT', "\n";
async_test_io_wait($file, $closed);
echo json_encode(async_test_io_outcome($closed)), "\n";
async_test_io_dispose($closed);
$closed = async_test_io_sendfile($out, $file, 0, 1_500_000, false);
finish($out);
echo json_encode(async_test_io_outcome($closed)), "\n";
async_test_io_dispose($closed);
finish($reader, $file);
unlink($path);
unlink($to);
while (async_test_counts()[0] > 0) Async\delay(1);
var_dump(async_test_counts()[0]);
--EXPECT--
tcp with blocking: 1500000, 1000, 0, 20, 0, still so: true
the same, place 1030
tcp without blocking: 1500000, 1000, 0, 20, 0, still so: true
the same, place 1030
local with blocking: 1500000, 1000, 0, 20, 0, still so: true
the same, place 1030
local without blocking: 1500000, 1000, 0, 20, 0, still so: true
the same, place 1030
pipe with blocking: 1500000, 1000, 0, 20, 0, still so: true
the same, place 1030
pipe without blocking: 1500000, 1000, 0, 20, 0, still so: true
the same, place 1030
-- to a file
1500000
the same
-- disposed, and closed under it
arrives
{"completed":true,"io_closed":false,"transferred":1000}
{"completed":true,"io_closed":true,"transferred":-1}
int(0)
