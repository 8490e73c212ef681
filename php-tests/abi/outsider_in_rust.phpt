--TEST--
An outsider in Rust: two timers, of which the first decides
--DESCRIPTION--
Rules: ABI-105, ABI-188, ABI-212
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('outsider_rust')) || !extension_loaded('async_abi_test')) die('skip needs outsider_rust and async_abi_test');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
with_outsider('outsider_rust');
use function Async\{spawn, await, suspend};

var_dump(rust_race(1, 60000));
try {
    rust_race(60000, 1);
} catch (Async\TimeoutException $e) {
    echo $e->getMessage(), "\n";
}
$races = spawn(fn() => rust_race(60000, 60000));
while (!$races->getAwaitingInfo()) {
    suspend();
}
$races->cancel();
try {
    await($races);
} catch (Async\AsyncCancellation $e) {
    echo "cancelled\n";
}
echo "counts: ", implode(' ', async_test_counts()), "\n";
?>
--EXPECT--
bool(true)
Operation has been cancelled by timeout
cancelled
counts: 0 1
