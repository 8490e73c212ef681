--TEST--
Outsiders in C++ and Rust: an event of one's own with late subscribers, and two timers of which the first decides
--DESCRIPTION--
Rules: ABI-14, ABI-85, ABI-188, ABI-190, ABI-212
Order: independent
--SKIPIF--
<?php
foreach (['outsider_cpp', 'outsider_rust', 'async_abi_test'] as $name) {
    if (!extension_loaded($name)) die("skip needs $name");
}
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

$waits = [spawn(fn() => latch_await()), spawn(fn() => latch_await())];
while (!$waits[0]->getAwaitingInfo() || !$waits[1]->getAwaitingInfo()) {
    suspend();
}
echo implode($waits[0]->getAwaitingInfo()), "\n";
latch_open(5);
echo await($waits[0]), " ", await($waits[1]), ", late ", latch_await(), "\n";

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
Latch
5 5, late 5
bool(true)
Operation has been cancelled by timeout
cancelled
counts: 0 1
