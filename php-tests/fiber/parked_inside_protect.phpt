--TEST--
PR-4, PR-6, FI-2: a Fiber that parks inside protect() takes the protection with it, from one driver to the next
--DESCRIPTION--
Rules: PR-4, PR-6, FI-2, FI-13
Order: independent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await, delay, protect, spawn};
use Async\AsyncCancellation;

function cancelled_after(int $ms, string $reason, Closure $task): void {
    $coroutine = spawn($task);
    spawn(function () use ($ms, $reason, $coroutine) {
        delay($ms);
        $coroutine->cancel(new AsyncCancellation($reason));
    });
    try {
        await($coroutine);
    } catch (AsyncCancellation $e) {
        echo 'left by ', $e->getMessage(), "\n";
    }
}

echo "-- the driver of a parked Fiber is not protected\n";
$fiber = new Fiber(function () {
    protect(function () {
        Fiber::suspend('parked');
        delay(10);
        echo "protected to its end\n";
    });
    echo "not reached\n";
});
cancelled_after(5, 'one', function () use ($fiber) {
    echo $fiber->start(), "\n";
    delay(10);
    echo "not reached\n";
});
echo "-- who resumes it is, until protect() returns\n";
cancelled_after(5, 'two', function () use ($fiber) {
    $fiber->resume();
    echo "not reached\n";
});
var_dump($fiber->isTerminated());

echo "-- or until it parks again\n";
$fiber = new Fiber(function () {
    protect(function () {
        protect(function () {
            delay(10);
            Fiber::suspend('parked');
        });
        delay(10);
    });
    return 'ended';
});
cancelled_after(5, 'three', function () use ($fiber) {
    $fiber->start();
    echo "not reached\n";
});
echo "-- protection of the driver's own is left alone\n";
cancelled_after(5, 'four', function () use ($fiber) {
    protect(function () use ($fiber) {
        $fiber->resume();
        delay(10);
        echo $fiber->getReturn(), ", still protected\n";
    });
    echo "not reached\n";
});

echo "-- a cancellation of the Fiber itself waits for the end of protect(), parked or driven\n";
foreach (['parked', 'driven'] as $when) {
    await(spawn(function () use ($when) {
        $fiber = new Fiber(function () {
            try {
                protect(function () {
                    Fiber::suspend();
                    delay(10);
                    echo "protected to its end\n";
                });
                echo "not reached\n";
            } finally {
                echo "finally\n";
            }
        });
        $fiber->start();
        $own = $fiber->getCoroutine();
        $cancel = spawn(function () use ($when, $own) {
            delay($when === 'driven' ? 5 : 0);
            $own->cancel(new AsyncCancellation($when));
        });
        if ($when === 'parked') {
            await($cancel);
            delay(5);
        }
        var_dump($fiber->isSuspended());
        try {
            $fiber->resume();
            echo "not reached\n";
        } catch (AsyncCancellation $e) {
            echo 'resumer: ', $e->getMessage(), "\n";
        }
        try {
            await($own);
        } catch (AsyncCancellation $e) {
            echo $e->getMessage(), "\n";
        }
        var_dump($own->isCancelled());
    }));
}
--EXPECT--
-- the driver of a parked Fiber is not protected
parked
left by one
-- who resumes it is, until protect() returns
protected to its end
left by two
bool(true)
-- or until it parks again
left by three
-- protection of the driver's own is left alone
ended, still protected
left by four
-- a cancellation of the Fiber itself waits for the end of protect(), parked or driven
bool(true)
protected to its end
finally
resumer: parked
parked
bool(true)
bool(true)
protected to its end
finally
resumer: driven
driven
bool(true)
