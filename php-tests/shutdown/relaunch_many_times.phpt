--TEST--
SD-12: the scheduler is torn down and launched again transparently
--DESCRIPTION--
Rules: SD-12, SH-6
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, get_coroutines};

for ($i = 1; $i <= 3; $i++) {
    register_shutdown_function(function () use ($i) {
        echo "shutdown $i, coroutines ", count(get_coroutines()) <= 1 ? 'at most main' : 'left', "\n";
        await(spawn(fn() => delay(1)));
    });
}
class D { function __destruct() { suspend(); echo await(spawn(fn() => 'destructor')), "\n"; } }
$d = new D;
await(spawn(fn() => delay(1)));
echo "body\n";
--EXPECT--
body
shutdown 1, coroutines at most main
shutdown 2, coroutines at most main
shutdown 3, coroutines at most main
destructor
