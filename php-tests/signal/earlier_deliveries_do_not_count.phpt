--TEST--
A future hears only what is delivered after the call, however late the event loop looks
--DESCRIPTION--
Rules: SG-2
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, delay, signal};

$early = signal(Signal::SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
$late = signal(Signal::SIGUSR1);
await($early);
delay(1);
var_dump($late->isCompleted());
posix_kill(getmypid(), SIGUSR1);
var_dump(await($late));
--EXPECT--
bool(false)
enum(Async\Signal::SIGUSR1)
