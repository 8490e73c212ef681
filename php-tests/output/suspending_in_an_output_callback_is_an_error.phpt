--TEST--
OB-6: suspending, awaiting and delaying inside an output callback throw a clean error; the output and the scheduler survive
--DESCRIPTION--
Rules: OB-6
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

spawn(function () { suspend(); });
$done = spawn(fn() => 'done');
await($done);
foreach (['suspend' => fn() => suspend(), 'delay' => fn() => delay(1), 'await' => fn() => await(spawn(fn() => 1)),
    'finished' => fn() => await($done)] as $name => $call) {
    ob_start(function ($b) use ($name, $call) {
        try { $call(); return "$b: no error\n"; } catch (Async\AsyncException $e) { return "$b: {$e->getMessage()}\n"; }
    });
    echo $name;
    ob_end_flush();
}
echo await(spawn(function () { suspend(); return "still works\n"; }));
--EXPECT--
suspend: Cannot suspend a coroutine inside an output callback
delay: Cannot suspend a coroutine inside an output callback
await: Cannot suspend a coroutine inside an output callback
finished: no error
still works
