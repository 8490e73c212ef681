--TEST--
FW-6: exceptions, Fibers and generators work on a large stack
--DESCRIPTION--
Rules: FW-6
Order: independent
--INI--
fiber.stack_size=200K
--FILE--
<?php
use function Async\{await, spawn, suspend};

function deep(int $levels, callable $then)
{
    return $levels ? array_map(fn() => deep($levels - 1, $then), [0])[0] : $then();
}
// The C stack of the coroutine is used up well before this depth.
const LEVELS = 1500;

await(spawn(function () {
    try {
        deep(LEVELS, function () { suspend(); throw new RuntimeException('from below'); });
    } catch (RuntimeException $e) {
        echo $e->getMessage(), ' ', count($e->getTrace()) > LEVELS ? 'with its trace' : 'without', "\n";
    }
}));

// A Fiber started there parks there, and is resumed from somewhere else.
$fiber = await(spawn(fn() => deep(LEVELS, function () {
    $fiber = new Fiber(function () {
        suspend();
        $got = Fiber::suspend('parked');
        suspend();
        return "$got back";
    });
    echo $fiber->start(), "\n";
    return $fiber;
})));
await(spawn(function () use ($fiber) {
    $fiber->resume('resumed and');
    echo $fiber->getReturn(), "\n";
}));

// A generator that began there goes on on another stack, and the other way round.
$generator = await(spawn(fn() => deep(LEVELS, function () {
    $generator = (function () { yield 1; suspend(); yield 2; suspend(); yield 3; })();
    echo $generator->current(), "\n";
    return $generator;
})));
await(spawn(function () use ($generator) { $generator->next(); echo $generator->current(), "\n"; }));
await(spawn(fn() => deep(LEVELS, function () use ($generator) { $generator->next(); echo $generator->current(), "\n"; })));

// A collection of cycles in there.
await(spawn(fn() => deep(LEVELS, function () {
    for ($i = 0; $i < 20000; $i++) {
        $a = new stdClass;
        $a->self = $a;
    }
    unset($a);
    gc_collect_cycles();
    suspend();
    echo "collected\n";
})));
?>
--EXPECT--
from below with its trace
parked
resumed and back
1
2
3
collected
