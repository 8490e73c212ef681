--TEST--
A callback that is added to a coroutine when it has finished is called at once, as by a completed future
--DESCRIPTION--
Rules: ABI-85, ABI-95, ABI-144, ABI-191
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

$c = spawn(fn() => 'result');
var_dump(async_test_co_observe($c));
await($c);
echo "finished\n";
var_dump(async_test_co_observe($c));
// Added by a callback of the pass, it is called once; by one that comes late, at once.
async_test_co_observe($c, false, true);
echo "released\n";
unset($c);

$c = spawn(fn() => 'result');
async_test_co_observe($c, false, true);
await($c);
unset($c);

// Observing an exception takes it from nothing, unless the observer says so.
foreach ([true, false] as $handles) {
    $c = spawn(fn() => throw new Exception('unseen'));
    suspend();
    async_test_co_observe($c, $handles);
    try {
        unset($c);
        echo "taken\n";
    } catch (Exception $e) {
        echo 'thrown: ', $e->getMessage(), "\n";
    }
}

// A coroutine that was cancelled before it began.
$c = spawn(fn() => 'result');
$c->cancel();
suspend();
async_test_co_observe($c);
unset($c);

$state = new Async\FutureState;
$future = new Async\Future($state);
$state->complete('result');
async_test_co_observe($state);
await($future);
?>
--EXPECT--
bool(true)
observed result, no exception
observer gone
finished
observed result, no exception
bool(true)
observed result, no exception
observed result, no exception
released
observer gone
observer gone
observer gone
observed result, no exception
observed result, no exception
observer gone
observer gone
observed nothing, Exception
observer gone
taken
observed nothing, Exception
observer gone
thrown: unseen
observed nothing, Async\AsyncCancellation
observer gone
observed result, no exception
observer gone
