--TEST--
The future of a signal is one like others: derived from, in await_* and as a token
--DESCRIPTION--
Rules: SG-2, SG-3, SG-8
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\Signal;
use function Async\{await, await_all, await_any_or_fail, await_first_success, delay, signal, spawn, suspend};

$kill = fn(int $signal) => spawn(function () use ($signal) { delay(1); posix_kill(getmypid(), $signal); });
$f = signal(Signal::SIGUSR1)->map(fn(Signal $s) => $s->name)->finally(function () { echo "finally\n"; });
$kill(SIGUSR1);
var_dump(await($f));

$kill(SIGUSR2);
var_dump(await_any_or_fail(['one' => signal(Signal::SIGUSR1), 'two' => signal(Signal::SIGUSR2)]));
$kill(SIGUSR2);
var_dump(await_all([signal(Signal::SIGUSR2), signal(Signal::SIGUSR2)])[0] === [Signal::SIGUSR2, Signal::SIGUSR2]);

$stop = signal(Signal::SIGTERM);
$kill(SIGTERM);
$sleeper = spawn(fn() => delay(60_000));
try { await($sleeper, $stop); } catch (Async\OperationCanceledException $e) { echo get_class($e), "\n"; }
$sleeper->cancel();
$first = signal(Signal::SIGUSR1)->ignore();
$second = signal(Signal::SIGUSR2, $first);
$kill(SIGUSR1);
try { await($second); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
finally
string(7) "SIGUSR1"
enum(Async\Signal::SIGUSR2)
bool(true)
Async\OperationCanceledException
Signal wait cancelled
