--TEST--
EH-6, SH-3: the failure of a coroutine that only a context still holds joins what is reported at the end
--DESCRIPTION--
Rules: EH-6, SH-3, SH-23
Order: independent
--FILE--
<?php
use function Async\{current_context, spawn, suspend};

function hold(): void {
    $held = spawn(function () {
        try {
            suspend();
        } catch (Cancellation) {
        }
        throw new LogicException('held by a context');
    });
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
