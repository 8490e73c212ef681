--TEST--
IN-6: file_get_contents() and file_put_contents() in coroutines are the stock ones
--DESCRIPTION--
Rules: IN-6, OB-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all_or_fail};

$file = tempnam(sys_get_temp_dir(), 'ta_');
$write = fn(string $text) => function () use ($file, $text) { suspend(); return file_put_contents($file, $text, FILE_APPEND | LOCK_EX); };
echo json_encode(await_all_or_fail([spawn($write("one\n")), spawn($write("three\n"))])), "\n";
ob_start();
echo json_encode(await_all_or_fail([spawn(fn() => file_get_contents($file)), spawn(fn() => file($file)),
    spawn(fn() => @file_get_contents("$file.missing"))])), "\n";
spawn(fn() => unlink($file));
--EXPECT--
[4,6]
["one\nthree\n",["one\n","three\n"],false]
