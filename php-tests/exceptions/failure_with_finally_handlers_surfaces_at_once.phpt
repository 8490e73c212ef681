--TEST--
EH-4(b): what nothing refers to surfaces when it fails: its finally handlers, which get it, are not asked
--DESCRIPTION--
Rules: EH-4, EH-7, CO-30
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Coroutine};
use function Async\{spawn, await, delay};

spawn(fn() => throw new Exception('nobody asks'))->finally(function (Coroutine $c) {
    try { await($c); } catch (Exception $e) { echo "handler: {$e->getMessage()}\n"; }
});
try {
    delay(10);
    echo "not interrupted\n";
} catch (AsyncCancellation $e) {
    echo "main: {$e->getMessage()}\n";
}
?>
--EXPECTF--
%Amain: Graceful shutdown
%A
Fatal error: Uncaught Exception: nobody asks in %s
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in %s on line %d
