--TEST--
A derived future that its holder has cancelled is skipped; the source stays untouched
--DESCRIPTION--
Rules: FU-28, FU-29
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$state = new FutureState();
$future = new Future($state);
$derived = $future->map(function () { echo "called\n"; });
$kept = $future->map(fn($v) => "kept $v");
$derived->cancel();
var_dump($future->isCompleted(), $derived->isCancelled());
$state->complete(1);
var_dump($kept->await());
try { $derived->await(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }

// Cancelled while its callback is suspended: the outcome of the callback is dropped.
$release = new FutureState();
$slow = Future::completed(1)->map(function () use ($release, &$started) {
    $started = true; (new Future($release))->await();
    return new class { function __destruct() { $GLOBALS['dropped'] = true; } };
});
while (!isset($started)) suspend();
$slow->cancel();
$release->complete(null);
try { $slow->await(); } catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
while (!isset($dropped)) suspend();
echo "end\n";
--EXPECT--
bool(false)
bool(true)
string(6) "kept 1"
Future has been cancelled
Future has been cancelled
end
