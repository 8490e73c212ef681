--TEST--
SP-4: a coroutine belongs to the scope of the one that spawned it
--DESCRIPTION--
Rules: SP-4, SP-6, CX-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, iterate, current_context};

$main = current_context();
var_dump(await(spawn(fn() => current_context() === $main && await(spawn(fn() => current_context() === $main)))));
iterate([1], function () use ($main) {
    $own = current_context();
    var_dump($own !== $main, await(spawn(fn() => await(spawn(fn() => current_context())))) === $own);
});
--EXPECT--
bool(true)
bool(true)
bool(true)
