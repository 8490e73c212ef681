--TEST--
A signal that cannot be caught gives a rejected future; bad arguments are PHP's usual errors
--DESCRIPTION--
Rules: SG-7
Order: independent
--FILE--
<?php
use Async\Signal;
use function Async\{await, signal, timeout};

$f = signal(Signal::SIGKILL);
var_dump($f->isCompleted());
try { await($f); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
try { await(signal(Signal::SIGKILL, timeout(10_000))); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
foreach ([[], [9], ['SIGHUP'], [Signal::SIGHUP, 1], [Signal::SIGHUP, new stdClass], [Signal::SIGHUP, null, 1]] as $arguments) {
    try { signal(...$arguments); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
class Own implements Async\Completable
{
    public function cancel(?Async\AsyncCancellation $cancellation = null): void {}
    public function isCompleted(): bool { return false; }
    public function isCancelled(): bool { return false; }
}
try { signal(Signal::SIGHUP, new Own()); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
Exception: Failed to start signal event for signal 9
Exception: Failed to start signal event for signal 9
ArgumentCountError: Async\signal() expects at least 1 argument, 0 given
TypeError: Async\signal(): Argument #1 ($signal) must be of type Async\Signal, int given
TypeError: Async\signal(): Argument #1 ($signal) must be of type Async\Signal, string given
TypeError: Async\signal(): Argument #2 ($cancellation) must be of type ?Async\Completable, int given
TypeError: Async\signal(): Argument #2 ($cancellation) must be of type ?Async\Completable, stdClass given
ArgumentCountError: Async\signal() expects at most 2 arguments, 3 given
Async\AsyncException: An object of class Own cannot be awaited: it has no event
