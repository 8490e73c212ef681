--TEST--
Signal events of C code: a wait, several events of one signal, and handlers beside them
--DESCRIPTION--
Rules: ABI-57, ABI-75, ABI-76, ABI-78, ABI-82, ABI-88, ABI-89, ABI-96, ABI-150, SG-7
Order: independent
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use Async\Signal;
use function Async\{await, delay, signal, spawn};

echo async_test_signal_wait(SIGUSR1, 5), "\n";
spawn(function () { delay(1); posix_kill(getmypid(), SIGUSR1); });
echo async_test_signal_wait(SIGUSR1, 60_000), "\n";

echo "-- together with a future of PHP code\n";
$future = signal(Signal::SIGUSR1);
spawn(function () { delay(1); posix_kill(getmypid(), SIGUSR1); });
echo async_test_signal_wait(SIGUSR1, 60_000), ' ', await($future)->name, "\n";

echo "-- cancelled\n";
$c = spawn(function () { async_test_signal_wait(SIGUSR1, 60_000); echo "never\n"; });
delay(1);
$c->cancel(new Async\AsyncCancellation('cancelled'));
try { await($c); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

echo "-- numbers that cannot be\n";
foreach ([0, -1, 99, SIGKILL] as $number) {
    try { async_test_signal_wait($number, 1); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
echo "-- several events\n";
async_test_signal_events();
echo "-- handlers\n";
async_test_signal_handlers();
echo "-- nothing is left\n";
var_dump(async_test_counts()[0]);
--EXPECT--
no signal 10
signal 10
-- together with a future of PHP code
signal 10 SIGUSR1
-- cancelled
cancelled
-- numbers that cannot be
Async\AsyncException: Failed to create signal event for signal 0
Async\AsyncException: Failed to create signal event for signal -1
Async\AsyncException: Failed to create signal event for signal 99
Exception: Failed to start signal event for signal 9
-- several events
Signal(signum=10), extra zeroed
counted: 2
one delivery, then the second is started
  first: call 1, result NULL
two deliveries at once
  first: call 2, result NULL
  second: call 1, result NULL
  first: call 3, result NULL
  second: call 2, result NULL
the first stops the second
  first: call 4, result NULL
stopped once, of two starts
  first: call 5, result NULL
counted: 1
counted: 0
-- handlers
nobody listens: false
handler before the event: handled 1
  events:
  event: call 1, result NULL
siginfo: valid
kept: true
another handler, without siginfo: handled 100
  events:
  event: call 2, result NULL
kept: true
ignored by everybody else: handled 0
  events:
  event: call 3, result NULL
kept: true
default action: handled 0
  events:
  event: call 4, result NULL
when the event is stopped: counting
nobody listens: false
a handler that nobody spoke of stays: plain
-- nothing is left
int(0)
