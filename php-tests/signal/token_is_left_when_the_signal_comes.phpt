--TEST--
A token that never fires changes nothing: when the signal comes it is given back
--DESCRIPTION--
Rules: SG-2, SG-6, CM-12
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{Future, FutureState, Signal};
use function Async\{await, delay, signal, timeout};

$state = new FutureState();
$token = new Future($state);
$reference = WeakReference::create($state);
$f = signal(Signal::SIGUSR1, $token->ignore());
unset($state, $token);
var_dump($reference->get() === null);
posix_kill(getmypid(), SIGUSR1);
var_dump(await($f));
// It is given back before the next switch.
delay(1);
var_dump($reference->get() === null);

$f = signal(Signal::SIGUSR1, timeout(60_000));
posix_kill(getmypid(), SIGUSR1);
var_dump(await($f));
echo "the timeout does not hold up the end\n";
--EXPECT--
bool(false)
enum(Async\Signal::SIGUSR1)
bool(true)
enum(Async\Signal::SIGUSR1)
the timeout does not hold up the end
