--TEST--
SH-23: an exception during the shutdown becomes the exit exception and cancels again
--DESCRIPTION--
Rules: SH-22, SH-23
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, graceful_shutdown};
use Async\AsyncCancellation;

spawn(function () {
    for ($i = 1; $i <= 2; $i++) { try { delay(60_000); } catch (AsyncCancellation $e) { echo "$i ", $e->getMessage(), "\n"; } }
});
spawn(function () { try { delay(60_000); } catch (AsyncCancellation $e) { suspend(); throw new RuntimeException('while cleaning up'); } });
suspend();
graceful_shutdown();
--EXPECTF--
1 Graceful shutdown
2 Graceful shutdown

Fatal error: Uncaught %SRuntimeException: while cleaning up in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
