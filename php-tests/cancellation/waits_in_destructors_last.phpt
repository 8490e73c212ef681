--TEST--
CN-11, AW-1, DL-2: what a destructor waits for ends only with what it waits for, whatever its coroutine is in the middle of
--DESCRIPTION--
Rules: CN-2, CN-11, AW-1, DL-2, FI-12, FI-13, IT-9, GC-20
Order: dependent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, get_coroutines, iterate, spawn, suspend};

/** It waits when it is freed, and tells what came of it. */
class Reason extends AsyncCancellation
{
    function __destruct()
    {
        echo 'awaited ', json_encode(await(spawn(function () { delay(40); return 5; }))), "\n";
    }
}
class Argument
{
    function __destruct()
    {
        try {
            delay(60_000);
        } catch (AsyncCancellation $e) {
            echo 'cancelled: ', $e->getMessage(), "\n";
        }
    }
}

echo "-- cancelled twice before it starts\n";
$never = spawn(function ($argument) { echo "never\n"; }, new Argument);
$never->cancel(new AsyncCancellation('first'));
delay(5);
$never->cancel(new AsyncCancellation('second'));
try {
    await($never);
} catch (AsyncCancellation $e) {
    echo 'ended: ', $e->getMessage(), "\n";
}
unset($never, $e);

echo "-- a Fiber that ends meanwhile\n";
$fiber = new Fiber(function () {
    try { Fiber::suspend(1); } catch (AsyncCancellation $e) { unset($e); }
    Fiber::suspend(2);
    return 'r';
});
spawn(fn() => $fiber->start());
for ($i = 0; $i < 3; $i++) suspend();
$own = $fiber->getCoroutine();
$own->cancel(new Reason('reason'));
delay(5);
$fiber->resume();
var_dump(await($own));

echo "-- a Fiber that is freed meanwhile\n";
$own = null;
spawn(function () use (&$own) {
    $fiber = new Fiber(function () { Fiber::suspend(1); return str_repeat('r', 3); });
    $fiber->start();
    $own = $fiber->getCoroutine();
    spawn(fn() => $own->cancel(new Reason('late')));
    $fiber->resume();
    unset($fiber);
});
delay(20);
$filler = array_map(fn() => str_repeat('Z', 100), range(1, 100));
var_dump(await($own));
unset($own, $fiber);

echo "-- iterate()\n";
$iterating = spawn(function () {
    iterate([1, 2, 3], function ($value) {
        try { delay(60_000); } catch (AsyncCancellation) { delay(10 + $value); }
    });
});
delay(5);
$iterating->cancel();
delay(5);
$iterating->cancel(new Reason('second'));
try { await($iterating); } catch (AsyncCancellation) { echo "cancelled\n"; }
unset($iterating);

echo "-- the collector\n";
class Cycle
{
    public $self;
    function __destruct() { try { delay(60); } catch (Throwable) { delay(10); } }
}
for ($i = 0; $i < 2; $i++) {
    $cycle = new Cycle;
    $cycle->self = $cycle;
    unset($cycle);
}
spawn(fn() => delay(1));
suspend();
$before = get_coroutines();
gc_collect_cycles();
foreach (get_coroutines() as $coroutine) if (!in_array($coroutine, $before, true)) $collector = $coroutine;
delay(5);
$collector->cancel();
delay(5);
$collector->cancel(new Reason('second'));
delay(200);
unset($before, $coroutine, $collector);
?>
--EXPECT--
-- cancelled twice before it starts
cancelled: second
ended: first
-- a Fiber that ends meanwhile
awaited 5
string(1) "r"
-- a Fiber that is freed meanwhile
awaited 5
string(3) "rrr"
-- iterate()
awaited 5
cancelled
-- the collector
awaited 5
