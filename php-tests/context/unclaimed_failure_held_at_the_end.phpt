--TEST--
EH-6: the failure of a coroutine that a context holds to the end is dropped
--DESCRIPTION--
Rules: EH-6, SH-3, CX-1
Order: independent
--FILE--
<?php
use function Async\{current_context, delay, spawn, suspend};

function hold(): void {
    $started = false;
    $held = spawn(function () use (&$started) {
        $started = true;
        try {
            delay(1000);
        } catch (Cancellation) {
        }
        throw new LogicException('held by a context');
    });
    while (!$started) {
        suspend();
    }
    spawn(function () { throw new Exception('surfaces'); });
    current_context()->set('held', $held);
}
hold();
?>
--EXPECTF--
Fatal error: Uncaught Exception: surfaces in %s:%d
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
