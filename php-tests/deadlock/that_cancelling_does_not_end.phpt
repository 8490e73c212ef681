--TEST--
A coroutine that catches every cancellation and waits again does not keep a deadlock going for ever: a fatal error ends the script
--DESCRIPTION--
Rules: DD-8, DD-5
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Channel};
use function Async\{await, spawn};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
$caught = 0;
register_shutdown_function(function () use (&$caught) {
    echo $caught > 50 ? 'caught many times' : $caught, "\n";
});
spawn(function () use (&$caught) {
    while (true) {
        try {
            (new Channel)->recv();
        } catch (AsyncCancellation) {
            $caught++;
        }
    }
});
ini_set('async.debug_deadlock', '0');
try {
    await(spawn(fn() => (new Channel)->recv()));
} catch (AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
}
echo "main ends\n";
?>
--EXPECTF--
Deadlock detected
main ends

Fatal error: Deadlock: cancelling the coroutines that wait does not end them in Unknown on line 0
caught many times
