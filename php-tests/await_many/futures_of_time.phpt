--TEST--
AW-11, AA-2: timeouts are items like others; a fired one is its TimeoutException
--DESCRIPTION--
Rules: AA-2, AW-11, DL-5
Order: independent
--FILE--
<?php
use function Async\{timeout, spawn, delay, await_all, await_first_success, await_any_or_fail};

[$r, $x] = await_all(['t' => timeout(2), 'c' => spawn(function () { delay(1); return 'c'; })]);
echo json_encode($r), ' ', get_class($x['t']), ': ', $x['t']->getMessage(), "\n";
$unused = timeout(60_000);
echo await_any_or_fail([$unused, spawn(fn() => 'first')]), "\n";
var_dump($unused->isCompleted());
$t = timeout(60_000);
spawn(fn() => $t->cancel(new Async\AsyncCancellation('stopped')));
[$v, $x] = await_first_success([$t]);
var_dump($v); echo $x[0]->getMessage(), "\n";
--EXPECT--
{"c":"c"} Async\TimeoutException: Timeout occurred after 2 milliseconds
first
bool(false)
NULL
stopped
