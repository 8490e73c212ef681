--TEST--
SH-25: no diagnostics are printed for coroutines cancelled by graceful shutdown
--DESCRIPTION--
Rules: SH-25, SH-21
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay};

for ($i = 0; $i < 5; $i++) spawn(function () { delay(1000); echo "never\n"; });
suspend();
spawn(fn() => throw new Exception('only this'));
delay(1000);
echo "never\n";
--EXPECTF--

Fatal error: Uncaught Exception: only this in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
