--TEST--
FI-10: a Fiber that caught the cancellation of its coroutine and parked again is no deadlock at the end
--DESCRIPTION--
Rules: FI-10, FI-13, DD-2
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\delay;

$fiber = new Fiber(function () {
    try {
        try {
            Fiber::suspend();
        } catch (AsyncCancellation $e) {
            echo $e->getMessage(), "\n";
        }
        Fiber::suspend();
    } finally {
        echo "destroyed\n";
    }
});
$fiber->start();
$fiber->getCoroutine()->cancel(new AsyncCancellation('cancelled'));
delay(1);
echo "end\n";
?>
--EXPECT--
cancelled
end
destroyed
