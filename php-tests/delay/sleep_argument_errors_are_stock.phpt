--TEST--
DL-8: argument errors of the sleep functions stay those of stock PHP
--DESCRIPTION--
Rules: DL-8, SL-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

await(spawn(function () {
    foreach ([fn() => sleep(-1), fn() => usleep(-1), fn() => time_nanosleep(-1, 0),
        fn() => time_nanosleep(0, -1), fn() => sleep('x'), fn() => sleep()] as $f) {
        try { $f(); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
    var_dump(time_sleep_until(1));
}));
--EXPECTF--
ValueError: sleep(): Argument #1 ($seconds) must be greater than or equal to 0
ValueError: usleep(): Argument #1 ($microseconds) must be greater than or equal to 0
ValueError: time_nanosleep(): Argument #1 ($seconds) must be greater than or equal to 0
ValueError: time_nanosleep(): Argument #2 ($nanoseconds) must be greater than or equal to 0
TypeError: sleep(): Argument #1 ($seconds) must be of type int, string given
ArgumentCountError: sleep() expects exactly 1 argument, 0 given

Warning: time_sleep_until(): Argument #1 ($timestamp) must be greater than or equal to the current time in %s on line %d
bool(false)
