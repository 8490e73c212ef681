--TEST--
ES-1: an @-expression that suspends does not silence other coroutines and is restored on resume
--DESCRIPTION--
Rules: ES-1, EG-2, ABI-199
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function silenced() { suspend(); echo $undefined_in_silence; suspend(); return error_reporting(); }
$a = spawn(function () {
    $r = @silenced();
    echo $r === E_ALL ? "not silenced\n" : "silenced\n";
    echo error_reporting() === E_ALL ? "restored\n" : "not restored\n";
});
$b = spawn(function () { echo error_reporting() === E_ALL ? "b loud\n" : "b silenced\n"; suspend(); echo $shown; });
await($a); await($b);
--EXPECTF--
b loud

Warning: Undefined variable $shown in %s on line %d
silenced
restored
