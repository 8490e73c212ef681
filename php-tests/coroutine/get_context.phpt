--TEST--
CO-24: getContext() is one object, before the start, inside, and after completion
--DESCRIPTION--
Rules: CO-24
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};
use Async\Context;

$c = spawn(function () use (&$c) { $inside = $c->getContext(); suspend(); return $inside; });
$before = $c->getContext();
var_dump($before instanceof Context);
$inside = await($c);
var_dump($before === $inside, $before === $c->getContext());
var_dump($before === spawn(fn() => 1)->getContext(), $before === current_coroutine()->getContext());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
