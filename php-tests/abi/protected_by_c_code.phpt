--TEST--
A cancellation that meets a coroutine which C code protects is thrown at its first wait behind that, once
--DESCRIPTION--
Rules: ABI-117
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, delay, protect, spawn, suspend};

function outcome($coroutine) {
    try {
        return var_export(await($coroutine), true);
    } catch (Throwable $e) {
        return get_class($e) . ': ' . $e->getMessage();
    }
}

function show($name, $coroutine) {
    $outcome = outcome($coroutine);
    echo "$name: $outcome, ", async_test_co_flags($coroutine), "\n";
}

// Cancelled twice while it waits in the section: the first one counts.
$c = spawn(function () {
    async_test_co_protect(true);
    suspend();
    echo "protected\n";
    suspend();
    async_test_co_protect(false);
    echo "not any more\n";
    try {
        delay(60_000);
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
    suspend();
    delay(1);
    return 'cancelled once';
});
suspend();
$c->cancel(new Async\AsyncCancellation('first'));
var_dump(async_test_co_cancel($c));
show('in a wait', $c);

// The same through the waker, as C code waits.
$c = spawn(function () {
    async_test_co_protect(true);
    suspend();
    async_test_co_protect(false);
    async_test_sleep(60_000);
});
suspend();
async_test_co_cancel($c);
show('in a wait of C code', $c);

// Without another wait it ends as if it had cancelled itself.
$c = spawn(function () {
    async_test_co_protect(true);
    suspend();
    async_test_co_protect(false);
    return 'returned';
});
suspend();
async_test_co_cancel($c);
show('at its end', $c);

// Sections of both kinds in each other.
$c = spawn(function () {
    async_test_co_protect(true);
    protect(function () {
        suspend();
        suspend();
    });
    suspend();
    echo "still protected\n";
    async_test_co_protect(false);
    suspend();
    echo "not reached\n";
});
suspend();
async_test_co_cancel($c);
show('protect() inside', $c);

// Protected to its end: it was not interrupted.
$c = spawn(function () {
    async_test_co_protect(true);
    suspend();
    suspend();
    return 'returned';
});
suspend();
async_test_co_cancel($c);
show('to its end', $c);

// The section is ended from outside while it waits: it is delivered at the next wait, or with the next cancellation.
$c = spawn(function () {
    async_test_co_protect(true);
    suspend();
    suspend();
    suspend();
    echo "not reached\n";
});
suspend();
async_test_co_cancel($c);
async_test_co_protect(false, $c);
show('ended from outside', $c);

$c = spawn(function () {
    async_test_co_protect(true);
    try {
        delay(60_000);
    } catch (Async\AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
    suspend();
    return 'cancelled once';
});
suspend();
$c->cancel(new Async\AsyncCancellation('first'));
async_test_co_protect(false, $c);
$c->cancel(new Async\AsyncCancellation('second'));
show('cancelled again', $c);
?>
--EXPECT--
bool(true)
protected
not any more
first
in a wait: 'cancelled once', started true, cancelled true, finished true
in a wait of C code: Async\AsyncCancellation: Coroutine cancelled, started true, cancelled true, finished true
at its end: Async\AsyncCancellation: Coroutine cancelled, started true, cancelled true, finished true
still protected
protect() inside: Async\AsyncCancellation: Coroutine cancelled, started true, cancelled true, finished true
to its end: 'returned', started true, cancelled false, finished true
ended from outside: Async\AsyncCancellation: Coroutine cancelled, started true, cancelled true, finished true
first
cancelled again: 'cancelled once', started true, cancelled true, finished true
