--TEST--
TG-12: the arguments of a task that could not begin are destroyed by code that waits until the group has gone
--DESCRIPTION--
Rules: TG-12
Order: independent
--FILE--
<?php
final class Slow
{
    function __destruct()
    {
        for ($i = 0; $i < 8; $i++) {
            Async\suspend();
        }
        echo "destroyed\n";
    }
}

$group = new Async\TaskGroup(2);
$group->spawn(function () { Async\delay(100_000); });
$group->spawn(function () {
    try {
        Async\delay(100_000);
    } catch (Async\AsyncCancellation) {
        Async\suspend();
        Async\suspend();
    }
});
$group->spawn(function (Slow $argument) {}, new Slow);
$group = null;
Async\suspend();
Async\graceful_shutdown();
?>
--EXPECT--
destroyed
