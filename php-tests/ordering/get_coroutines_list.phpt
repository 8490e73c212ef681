--TEST--
SD-30: get_coroutines() is a list in creation order of identical handles, main first
--DESCRIPTION--
Rules: SD-30, SD-32
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, current_coroutine, get_coroutines};

$a = spawn(function () { delay(1); });
$b = spawn(function () { delay(1); });
suspend();
$c = spawn(function () { });
$main = current_coroutine();
var_dump(array_is_list(get_coroutines()), get_coroutines() === [$main, $a, $b, $c]);
$c->cancel();
var_dump(in_array($c, get_coroutines(), true));
spawn(function () use ($main, $a, $b) {
    $all = get_coroutines();
    var_dump($all[0] === $main, in_array(current_coroutine(), $all, true), $all[0] === $all[1]);
});
suspend();
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
