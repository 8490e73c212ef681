--TEST--
A future that serves as a token of signal() only is not marked as used
--DESCRIPTION--
Rules: SG-6
Order: independent
--FILE--
<?php
use Async\{Future, FutureState, Signal};
use function Async\{await, delay, signal};
set_error_handler(function (int $level, string $text) { echo strtok($text, ';'), "\n"; return true; });

$state = new FutureState();
$token = new Future($state);
$f = signal(Signal::SIGUSR1, $token);
$state->complete(1);
try { await($f); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
unset($state, $token, $f);
delay(1);

echo "-- ignored\n";
$state = new FutureState();
$f = signal(Signal::SIGUSR1, (new Future($state))->ignore());
$state->complete(1);
try { await($f); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
unset($state, $f);
delay(1);

echo "-- its exception goes on in the future of the signal\n";
$state = new FutureState();
$f = signal(Signal::SIGUSR1, new Future($state));
$state->error(new Exception('once'));
unset($state);
try { await($f); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
delay(1);
--EXPECT--
Signal wait cancelled
Future was never used
-- ignored
Signal wait cancelled
-- its exception goes on in the future of the signal
once
Future was never used
