--TEST--
CN-13: after the cancellation was caught further suspensions work normally
--DESCRIPTION--
Rules: CN-13, CN-8
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () {
    try {
        delay(1000);
    } catch (AsyncCancellation) {
        suspend(); delay(1);
        $v = await(spawn(fn() => 'awaited'));
        usleep(100); return "cleaned $v";
    }
});
suspend();
$c->cancel();
echo await($c), "\n";
--EXPECT--
cleaned awaited
