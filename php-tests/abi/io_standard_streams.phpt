--TEST--
IO handle: standard streams work on a duplicate, and the original goes only if it is not to be kept
--DESCRIPTION--
Rules: ABI-31, ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/child.php';

// In a process of its own, whose standard output is a pipe.
preg_match('~ (/.*/async_abi_test\.so)~', file_get_contents('/proc/self/maps'), $module);
$code = "<?php\n" . 'require ' . var_export(__DIR__ . '/../lib/io_handle.php', true) . ';
    $io = async_test_io_create(1, PIPE, WRITABLE | PRESERVE_FD);
    fprintf(STDERR, "%s %s\n", async_test_io_about($io)["fd"] > 2 ? "a duplicate" : "THE SAME",
        preg_replace("/\d+/", "N", async_test_io_about($io)["info"]));
    async_test_io_write($io, "through the handle\n");
    finish($io);
    fprintf(STDERR, "kept %d\n", async_test_io_descriptor(1, "open"));
    $io = async_test_io_create(1, PIPE, WRITABLE);
    async_test_io_write($io, "once more\n");
    finish($io);
    fprintf(STDERR, "kept %d\n", async_test_io_descriptor(1, "open"));';
$child = child_php($code, ['extension' => $module[1]]);
echo $child['out'], $child['status'], "\n";
--EXPECT--
a duplicate IO(type=pipe, fd=N)
through the handle
kept 1
once more
kept 0
0
