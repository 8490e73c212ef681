--TEST--
With pcntl_async_signals() handler and future are served while all coroutines wait
--DESCRIPTION--
Rules: SG-10, SG-11
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, delay, signal, spawn};

pcntl_async_signals(true);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
$f = signal(Signal::SIGUSR1);
pcntl_signal(SIGUSR2, function () use (&$handled) { $handled++; });
spawn(function () { delay(2); posix_kill(getmypid(), SIGUSR1); });
var_dump(await($f), $handled);

echo "-- no future: the loop runs, the handler does not keep it alive\n";
spawn(function () { delay(2); posix_kill(getmypid(), SIGUSR2); });
delay(30);
var_dump($handled);

echo "-- a handler that uses the API\n";
pcntl_signal(SIGUSR1, function () { echo 'handler: ', signal(Signal::SIGUSR2)->ignore()->isCompleted() ? 'completed' : 'pending', "\n"; });
$f = signal(Signal::SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
echo await($f)->name, "\n";
--EXPECT--
enum(Async\Signal::SIGUSR1)
int(1)
-- no future: the loop runs, the handler does not keep it alive
int(2)
-- a handler that uses the API
handler: pending
SIGUSR1
