--TEST--
SH-22: new coroutines may be spawned during graceful shutdown and run to their end
--DESCRIPTION--
Rules: SH-22
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

spawn(function () {
    try { delay(1000); } catch (AsyncCancellation) { echo await(spawn(function () { delay(1); return "spawned in cleanup"; })), "\n"; }
});
suspend();
spawn(fn() => throw new Exception('boom'));
--EXPECTF--
spawned in cleanup

Fatal error: Uncaught Exception: boom in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
