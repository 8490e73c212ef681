--TEST--
A coroutine is resumed with one error after the other: a cancellation replaces nothing, another error becomes the primary one
--DESCRIPTION--
Rules: ABI-106, ABI-115, ABI-117
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\await;
use function Async\spawn;
use function Async\suspend;

function chain(?Throwable $e): string
{
    return $e === null ? '' : $e->getMessage() . ($e->getPrevious() === null ? '' : ' <- ' . chain($e->getPrevious()));
}

$cases = [
    [new Exception('error'), new AsyncCancellation('cancellation')],
    [new AsyncCancellation('cancellation'), new Exception('error')],
    [new Exception('error'), new Exception('another')],
    [new AsyncCancellation('cancellation'), new AsyncCancellation('another')],
    [new Exception('error'), new AsyncCancellation('cancellation'), new Exception('another'), new AsyncCancellation('late')],
];
foreach ($cases as $errors) {
    $waits = false;
    $coroutine = spawn(function () use (&$waits) {
        $waits = true;
        try {
            Async\delay(60_000);
        } catch (Throwable $e) {
            return chain($e);
        }
    });
    while (!$waits) {
        suspend();
    }
    foreach ($errors as $error) {
        async_test_co_resume($coroutine, $error);
    }
    echo implode(', ', array_map(fn($error) => $error->getMessage(), $errors)), ': ', await($coroutine), "\n";
}
// A cancellation from outside comes first all the same.
$waits = false;
$coroutine = spawn(function () use (&$waits) {
    $waits = true;
    try {
        Async\delay(60_000);
    } catch (AsyncCancellation $e) {
        echo 'cancelled: ', chain($e), "\n";
    }
});
while (!$waits) {
    suspend();
}
async_test_co_resume($coroutine, new Exception('error'));
$coroutine->cancel(new AsyncCancellation('cancellation'));
await($coroutine);
?>
--EXPECT--
error, cancellation: error
cancellation, error: error <- cancellation
error, another: another <- error
cancellation, another: cancellation
error, cancellation, another, late: another <- error
cancelled: cancellation <- error
