--TEST--
AA-11: an unrelated failure that surfaces ends the wait and the script
--DESCRIPTION--
Rules: AA-11, EH-7
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await_all, delay};

register_shutdown_function(fn() => print "shutdown\n");
spawn(function () { suspend(); throw new RuntimeException('unrelated'); });
try { await_all([spawn(function () { delay(60_000); })]); echo "not reached\n"; } finally { echo "finally\n"; }
echo "not reached\n";
--EXPECTF--
finally

Fatal error: Uncaught RuntimeException: unrelated in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
shutdown
