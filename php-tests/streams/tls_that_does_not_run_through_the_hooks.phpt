--TEST--
SO-4, SO-5: readers and writers of one TLS connection, when OpenSSL does not run through the hooks
--DESCRIPTION--
Rules: io SO-4, io SO-5, TLS-4
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--INI--
async.io_objects=-libcrypto
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
[$a, $b] = tls_pair();
$lines = array_map(fn($i) => str_repeat(chr(ord('a') + $i % 26), ($i * 7919) % 50_000) . "\n", range(0, 59));
$got = [];
$all = [];
foreach ([0, 1, 2] as $n) {
    $all[] = spawn(function () use ($a, $lines, $n) {
        for ($i = $n; $i < 60; $i += 3) fwrite($a, $lines[$i]);
    });
    $all[] = spawn(function () use ($b, &$got) {
        for ($i = 0; $i < 20; $i++) $got[] = fgets($b);
    });
    $all[] = spawn(function () use ($b, $lines, $n) {
        for ($i = $n; $i < 60; $i += 3) fwrite($b, $lines[$i]);
    });
    $all[] = spawn(function () use ($a, &$got) {
        for ($i = 0; $i < 20; $i++) $got[] = fgets($a);
    });
}
array_map(await(...), $all);
sort($got);
$expected = [...$lines, ...$lines];
sort($expected);
var_dump($got === $expected);

// feof() takes the record out of the socket before the reader runs.
$reader = spawn(fn() => fgets($a));
for ($i = 0; $i < 5; $i++) suspend();
fwrite($b, "line\n");
var_dump(feof($a), await($reader));
// The descriptor's mode is what it was.
var_dump(stream_get_meta_data($a)['blocked']);
?>
--EXPECT--
bool(true)
bool(false)
string(5) "line
"
bool(true)
