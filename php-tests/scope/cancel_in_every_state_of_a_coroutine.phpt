--TEST--
SC-20, CN-17: cancelling a scope with coroutines that never ran, wait, are queued, run, have ended
--DESCRIPTION--
Rules: SC-20, SC-28, SC-29, CN-2, CN-3, CN-4, CN-6, CN-12
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay, current_coroutine};
use Async\{Scope, AsyncCancellation};

class Big { function __construct() { echo "constructed\n"; } }
class Argument { function __destruct() { echo "argument released\n"; } }
$s = new Scope;
$reason = new AsyncCancellation('reason');
$c['ended'] = $s->spawn(fn() => 'result');
$c['waiting'] = $s->spawn(function () { try { delay(100_000); } finally { echo "waiting ends\n"; } });
$c['queued'] = $s->spawn(function () { try { while (true) suspend(); } finally { echo "queued ends\n"; } });
$c['running'] = $s->spawn(function () use ($s, $reason) {
    suspend(); suspend();
    $s->cancel($reason);
    suspend();
    echo "the canceller goes on\n";
    return 'own result';
});
suspend(); suspend();
$c['never'] = $s->spawn(function (Argument $a) { new Big; echo "never\n"; }, new Argument);
$c['awaited'] = $s->spawn(fn() => await($c['never']));
suspend(); suspend(); suspend();
foreach ($c as $name => $coroutine) {
    try { echo "$name: ", await($coroutine), "\n"; }
    catch (AsyncCancellation $e) {
        echo "$name: cancelled, same object ", var_export($e === $reason, true), ', isCancelled ',
            var_export($coroutine->isCancelled(), true), ', result ', var_export($coroutine->getResult(), true), "\n";
    }
}
var_dump($s->isFinished(), $s->isClosed(), $s->isCancelled());
--EXPECT--
argument released
queued ends
waiting ends
the canceller goes on
ended: result
waiting: waiting: cancelled, same object true, isCancelled true, result NULL
queued: queued: cancelled, same object true, isCancelled true, result NULL
running: running: cancelled, same object true, isCancelled true, result 'own result'
never: never: cancelled, same object true, isCancelled true, result NULL
awaited: awaited: cancelled, same object true, isCancelled true, result NULL
bool(true)
bool(true)
bool(true)
