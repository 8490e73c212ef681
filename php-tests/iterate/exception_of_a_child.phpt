--TEST--
IT-12: a coroutine of a callback that fails ends the iteration; iterate() throws its exception
--DESCRIPTION--
Rules: IT-12, EH-14
Order: dependent
--FILE--
<?php
use function Async\{iterate, suspend, spawn, delay};
use Async\AsyncCancellation;

try {
    iterate([1, 2], function ($v) {
        spawn(function () use ($v) { suspend(); if ($v === 1) throw new RuntimeException('child'); });
        try { for ($i = 0; $i < 50; $i++) suspend(); echo "not reached\n"; } catch (AsyncCancellation $e) { echo "callback cancelled\n"; }
    });
    echo "not reached\n";
} catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
$bystander = spawn(function () { suspend(); suspend(); return 'unharmed'; });
try { iterate([1], function () { spawn(fn() => throw new LogicException('after the last')); }, cancelPending: false); }
catch (LogicException $e) { echo $e->getMessage(), "\n"; }
echo Async\await($bystander), "\n";
--EXPECT--
callback cancelled
callback cancelled
child
after the last
unharmed
