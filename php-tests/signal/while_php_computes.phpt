--TEST--
A signal is heard while coroutines compute and switch, and behind a computation that does not
--DESCRIPTION--
Rules: SG-2
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, signal, spawn, suspend};

$f = signal(Signal::SIGUSR1);
$turns = 0;
$busy = function () use ($f, &$turns) { while (!$f->isCompleted()) { $turns++; suspend(); } };
spawn($busy);
spawn($busy);
spawn(function () use (&$turns) { while ($turns < 1000) suspend(); posix_kill(getmypid(), SIGUSR1); });
var_dump(await($f), $turns >= 1000);

$f = signal(Signal::SIGUSR1);
$sum = 0;
for ($i = 0; $i < 2_000_000; $i++) {
    $sum += $i;
    if ($i === 1_000_000) posix_kill(getmypid(), SIGUSR1);
}
var_dump($f->isCompleted(), await($f), $sum);
--EXPECT--
enum(Async\Signal::SIGUSR1)
bool(true)
bool(false)
enum(Async\Signal::SIGUSR1)
int(1999999000000)
