--TEST--
SL-3: cancelling a coroutine in sleep() throws out of the call
--DESCRIPTION--
Rules: SL-3, DL-8, CN-3, io CX-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$c = spawn(function () {
    try {
        sleep(100); echo "never\n";
    } catch (AsyncCancellation $e) {
        echo 'caught ', $e->getMessage(), "\n";
        usleep(10); echo "clean-up may sleep\n"; throw $e;
    }
});
suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo 'awaiter ', $e->getMessage(), "\n"; }
--EXPECT--
caught stop
clean-up may sleep
awaiter stop
