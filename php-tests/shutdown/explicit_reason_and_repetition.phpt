--TEST--
SH-24, OD-14: the argument is what is thrown; further calls during a shutdown do nothing
--DESCRIPTION--
Rules: SH-20, SH-24, OD-14, CN-12
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, graceful_shutdown, current_coroutine};
use Async\AsyncCancellation;

register_shutdown_function(fn() => print "shutdown\n");
$reason = new AsyncCancellation('closing time');
$seen = [];
foreach ([1, 2] as $n) {
    spawn(function () use ($n, $reason, &$seen) {
        try { delay(60_000); } catch (AsyncCancellation $e) { $seen[] = $n . var_export($e === $reason, true); }
        suspend();
        echo "cleaned $n\n";
    });
}
$never = spawn(function () { echo "never\n"; });
spawn(function () use ($reason, &$seen) {
    suspend();
    graceful_shutdown(cancellationError: $reason);
    graceful_shutdown(new AsyncCancellation('second'));
    var_dump(current_coroutine()->isCancellationRequested());
    suspend();
    echo "suspending goes on: ", implode(' ', $seen), "\n";
    spawn(fn() => print "spawned during the shutdown\n");
});
$never->cancel();
try { delay(60_000); echo "not reached\n"; } catch (AsyncCancellation $e) { echo 'main: ', $e->getMessage(), "\n"; }
try { graceful_shutdown(new LogicException); } catch (TypeError $e) { echo "TypeError\n"; }
--EXPECT--
bool(true)
main: closing time
TypeError
suspending goes on: 1true 2true
cleaned 1
cleaned 2
spawned during the shutdown
shutdown
