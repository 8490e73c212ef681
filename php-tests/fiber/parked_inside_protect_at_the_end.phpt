--TEST--
PR-4, FI-9, FI-10: a Fiber outlives the coroutine in whose hands it entered protect(), and is resumed or destroyed
--DESCRIPTION--
Rules: PR-4, FI-9, FI-10
Order: independent
--FILE--
<?php
use function Async\{await, protect, spawn, suspend};
use Async\AsyncCancellation;

function parked(string $name): Fiber {
    $fiber = new Fiber(function () use ($name) {
        try {
            protect(fn() => Fiber::suspend());
            echo "$name goes on\n";
        } finally {
            echo "$name finally\n";
        }
    });
    $fiber->start();
    return $fiber;
}

// Its coroutine is gone when the Fiber is destroyed, and this does not end the protection of the coroutine that destroys it.
$fiber = await(spawn(parked(...), 'first'));
$destroyed = $requested = false;
$destroyer = spawn(function () use (&$fiber, &$destroyed, &$requested) {
    protect(function () use (&$fiber, &$destroyed, &$requested) {
        $fiber = null;
        $destroyed = true;
        while (!$requested) {
            suspend();
        }
        suspend();
        echo "protected to its end\n";
    });
    echo "not reached\n";
});
while (!$destroyed) {
    suspend();
}
$destroyer->cancel(new AsyncCancellation('cancelled'));
$requested = true;
try {
    await($destroyer);
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}

// The script's main coroutine has ended when this one is resumed.
$fiber = parked('second');
register_shutdown_function(function () use ($fiber) {
    $driver = new Fiber(fn() => $fiber->resume());
    $driver->start();
});
$last = parked('last');
--EXPECT--
first finally
protected to its end
cancelled
second goes on
second finally
last finally
