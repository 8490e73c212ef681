--TEST--
EH-6, SH-3: the failure of a coroutine that only a context still holds joins what is reported at the end
--DESCRIPTION--
Rules: EH-6, SH-3, SH-23
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
%A
Next LogicException: held by a context in %s:%d
%A
