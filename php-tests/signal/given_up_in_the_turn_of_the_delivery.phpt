--TEST--
A future that is given up between delivery and the look of the event loop hears nothing
--DESCRIPTION--
Rules: SG-8, CM-6
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\{AsyncCancellation, Signal};
use function Async\{await, delay, signal, spawn, suspend};

echo "-- cancelled\n";
$f = signal(Signal::SIGUSR1);
$other = signal(Signal::SIGUSR1);
posix_kill(getmypid(), SIGUSR1);
$f->cancel();
try { await($f); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump(await($other));

echo "-- dropped\n";
$f = signal(Signal::SIGUSR1)->ignore();
posix_kill(getmypid(), SIGUSR1);
unset($f);
delay(1);

echo "-- the awaiter is cancelled when it was woken\n";
$f = signal(Signal::SIGUSR1);
$g = signal(Signal::SIGUSR1);
$c = spawn(function () use ($f, &$started) {
    $started = true;
    try { await($f); echo "heard\n"; } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
});
spawn(function () use ($g, $c) { await($g); $c->cancel(new AsyncCancellation('too late')); });
$started = false;
while (!$started) suspend();
posix_kill(getmypid(), SIGUSR1);
await($c);
var_dump(await($f));
--EXPECTF--
-- cancelled
Future has been cancelled
enum(Async\Signal::SIGUSR1)
-- dropped
-- the awaiter is cancelled when it was woken
%s
enum(Async\Signal::SIGUSR1)
