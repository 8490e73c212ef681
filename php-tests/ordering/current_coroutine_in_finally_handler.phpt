--TEST--
SD-40: inside a finally handler current_coroutine() is an internal coroutine
--DESCRIPTION--
Rules: SD-40, CO-30, SD-3
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine, get_coroutines};
use Async\Coroutine;

$c = spawn(fn() => suspend());
$c->finally(function ($x) use ($c) {
    var_dump($x === $c, current_coroutine() === $c, current_coroutine() instanceof Coroutine,
        in_array(current_coroutine(), get_coroutines(), true));
});
await($c);
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
