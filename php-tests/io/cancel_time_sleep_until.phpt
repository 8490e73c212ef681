--TEST--
SL-3: cancelling a coroutine in time_sleep_until() throws out of the call
--DESCRIPTION--
Rules: SL-3, DL-8, HK-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$c = spawn(function () { try { var_dump(time_sleep_until(microtime(true) + 100)); echo "never\n"; } finally { echo "finally\n"; } });
suspend();
$c->cancel(new AsyncCancellation('stop'));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
finally
stop
