--TEST--
SD-6: main takes part in the FIFO like any other and is in get_coroutines()
--DESCRIPTION--
Rules: SD-6, SD-32, SD-40
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, current_coroutine, get_coroutines};

$main = null;
spawn(function () use (&$main) {
    $all = get_coroutines();
    var_dump($all[0] === $main, count($all));
});
suspend();
$main = current_coroutine();
var_dump(in_array($main, get_coroutines(), true));
spawn(function () use (&$main) { var_dump(get_coroutines()[0] === $main); });
suspend();
--EXPECT--
bool(false)
int(2)
bool(true)
bool(true)
