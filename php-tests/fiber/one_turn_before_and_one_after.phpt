--TEST--
FI-3: start(), resume() and throw() give all other coroutines one turn before the body and one before they return
--DESCRIPTION--
Rules: FI-3, FI-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () { for ($i = 1; $i <= 8; $i++) { echo "[turn $i]\n"; suspend(); } });
$f = new Fiber(function () {
    echo "body\n"; Fiber::suspend();
    echo "body resumed\n";
    try { Fiber::suspend(); } catch (Exception $e) { echo "body got {$e->getMessage()}\n"; }
});
$f->start(); echo "started\n";
$f->resume(); echo "resumed\n";
$f->throw(new Exception('x')); echo "thrown\n";
--EXPECT--
[turn 1]
body
[turn 2]
started
[turn 3]
body resumed
[turn 4]
resumed
[turn 5]
body got x
[turn 6]
thrown
[turn 7]
[turn 8]
