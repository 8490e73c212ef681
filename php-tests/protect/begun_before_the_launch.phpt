--TEST--
PR-4: protect() in the main script does not launch the scheduler, and protects when the closure does
--DESCRIPTION--
Rules: PR-4, PR-6, SD-11
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{spawn, delay, protect, get_coroutines};

protect(function () {
    echo count(get_coroutines()), " coroutines\n";
    protect(function () {
        spawn(fn() => get_coroutines()[0]->cancel(new AsyncCancellation('stop')));
        delay(2);
        echo "inner\n";
    });
    delay(2);
    echo "outer\n";
});
echo "never\n";
?>
--EXPECT--
0 coroutines
inner
outer
