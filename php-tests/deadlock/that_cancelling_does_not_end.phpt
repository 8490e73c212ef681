--TEST--
A coroutine that catches every cancellation and waits again does not keep a deadlock going for ever: three reports, and a fatal error
--DESCRIPTION--
Rules: DD-8, DD-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$out = child_php(<<<'PHP'
    <?php
    use Async\{AsyncCancellation, Channel};
    use function Async\{await, spawn};

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
    try {
        await(spawn(fn() => (new Channel)->recv()));
    } catch (AsyncCancellation $e) {
        echo $e->getMessage(), "\n";
    }
    echo "main ends\n";
    PHP . "\n");
// One of all three coroutines, and three of the one that is left.
$reports = preg_split('~\n=== DEADLOCK REPORT START ===.*?=== DEADLOCK REPORT END   ===\n\n~s', $out['out']);
echo count($reports) - 1, " reports\n", implode($reports), "status {$out['status']}\n";
?>
--EXPECT--
4 reports
Deadlock detected
main ends

Fatal error: Deadlock: cancelling the coroutines that wait does not end them in Unknown on line 0
caught many times
status 255
