--TEST--
PR-6: what a Fiber was cancelled with inside protect() is thrown from that call, whichever coroutine drives it
--DESCRIPTION--
Rules: PR-6, PR-7, PR-9, FI-6, FI-12, FI-13
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, protect};
use Async\AsyncCancellation;

function caught(string $where, Closure $call): void
{
    try {
        $call();
        echo "$where: nothing\n";
    } catch (AsyncCancellation $e) {
        echo "$where: ", $e->getMessage(), $e->getPrevious() ? ' after ' . $e->getPrevious()->getMessage() : '', "\n";
    }
}
function parked(Closure $body): Fiber
{
    $fiber = new Fiber($body);
    $fiber->start();
    $fiber->getCoroutine()->cancel(new AsyncCancellation('of the Fiber'));
    return $fiber;
}
spawn(fn() => 1);
suspend();

echo "-- caught there: the Fiber goes on and parks again\n";
$fiber = parked(function () {
    caught('protect()', fn() => protect(fn() => Fiber::suspend()));
    echo Fiber::suspend('parked'), "\n";
    return 'returned';
});
echo $fiber->resume(), "\n";
$fiber->resume('resumed');
echo $fiber->getReturn(), "\n";
var_dump($fiber->getCoroutine()->isCancelled());

echo "-- not caught: it reaches the resumer\n";
$fiber = parked(fn() => protect(fn() => Fiber::suspend()));
caught('resume()', fn() => $fiber->resume());
var_dump($fiber->isTerminated(), $fiber->getCoroutine()->isCancelled());

echo "-- the closure throws as well\n";
$fiber = parked(function () {
    caught('protect()', fn() => protect(function () { Fiber::suspend(); throw new Exception('the other'); }));
});
$fiber->resume();

echo "-- the outermost call of the Fiber\n";
$fiber = parked(function () {
    caught('outer', fn() => protect(function () {
        caught('inner', fn() => protect(fn() => Fiber::suspend()));
    }));
});
$fiber->resume();

echo "-- a driver that is protected itself\n";
$fiber = parked(function () {
    caught('protect()', fn() => protect(fn() => Fiber::suspend()));
});
caught('driver', fn() => protect(fn() => $fiber->resume()));

echo "-- a driver that was cancelled itself\n";
$fiber = parked(function () {
    protect(fn() => Fiber::suspend());
    echo "not reached\n";
});
$state = new stdClass;
$driver = spawn(function () use ($fiber, $state) {
    caught('driver', fn() => protect(function () use ($fiber, $state) {
        $state->protected = true;
        while (!isset($state->cancelled)) suspend();
        caught('resume()', fn() => $fiber->resume());
    }));
});
while (!isset($state->protected)) suspend();
$driver->cancel(new AsyncCancellation('of the driver'));
$state->cancelled = true;
Async\await($driver);

echo "-- a Fiber in a Fiber\n";
$inner = parked(function () {
    caught('inner', fn() => protect(fn() => Fiber::suspend()));
});
$outer = parked(function () use ($inner) {
    caught('outer', fn() => protect(function () use ($inner) {
        Fiber::suspend();
        $inner->resume();
        echo "still protected\n";
    }));
});
$outer->resume();
--EXPECT--
-- caught there: the Fiber goes on and parks again
protect(): of the Fiber
parked
resumed
returned
bool(true)
-- not caught: it reaches the resumer
resume(): of the Fiber
bool(true)
bool(true)
-- the closure throws as well
protect(): of the Fiber after the other
-- the outermost call of the Fiber
inner: nothing
outer: of the Fiber
-- a driver that is protected itself
protect(): of the Fiber
driver: nothing
-- a driver that was cancelled itself
resume(): of the Fiber
driver: of the driver
-- a Fiber in a Fiber
inner: of the Fiber
still protected
outer: of the Fiber
