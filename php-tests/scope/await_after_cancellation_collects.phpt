--TEST--
SC-43, SC-44, TR-10: awaitAfterCancellation() waits for all and hands failures to the handler
--DESCRIPTION--
Rules: SC-43, SC-44, SC-45, TR-10, OD-15
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\{Scope, AsyncCancellation};

$s = Scope::inherit()->asNotSafely();
$s->spawn(function () { try { while (true) suspend(); } catch (AsyncCancellation) { throw new RuntimeException("late"); } });
await(spawn(function () use ($s) {
    suspend(); $s->cancel(new AsyncCancellation("bye"));
    $s->awaitAfterCancellation(function (Throwable $e, Scope $x) use ($s) {
        echo "h ", $e->getMessage(), ' ', var_export($x === $s, true), "\n";
    });
    echo "done\n";
}));

echo "- several, a handler that waits\n";
$s = new Scope;
$below = Scope::inherit($s);
foreach ([[3, $s], [1, $below], [2, $s]] as [$ms, $in]) {
    $in->spawn(function () use ($ms) { try { delay(100_000); } finally { delay($ms); throw new Exception("after $ms ms"); } });
}
$handled = 0;
$s->spawn(function () use (&$handled) {
    try { delay(100_000); } catch (AsyncCancellation) { while ($handled < 3) delay(1); echo "the last one ends\n"; }
});
suspend();
$s->cancel();
$s->awaitAfterCancellation(function ($e) use (&$handled) { echo $e->getMessage(), "\n"; delay(10); $handled++; });
var_dump($s->isFinished(), $s->isClosed());

echo "- without handler\n";
$s = new Scope;
$s->spawn(function () { try { delay(100_000); } finally { throw new Exception('first'); } });
$slow = $s->spawn(function () { try { delay(100_000); } finally { delay(2); echo "slow one ends\n"; } });
suspend();
$s->cancel();
try { $s->awaitAfterCancellation(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
$s->awaitAfterCancellation();
var_dump($slow->isCompleted(), $s->isClosed());

echo "- a handler that throws\n";
$s = new Scope;
$s->spawn(function () { try { delay(100_000); } finally { throw new Exception('body'); } });
$s->spawn(function () { try { delay(100_000); } finally { throw new Exception('second body'); } });
suspend();
$s->cancel();
try { $s->awaitAfterCancellation(fn($e) => throw new LogicException('handler of ' . $e->getMessage())); }
catch (LogicException $e) { echo $e->getMessage(), ', previous ', $e->getPrevious()->getMessage(), "\n"; }
--EXPECT--
h late true
done
- several, a handler that waits
after 1 ms
after 2 ms
after 3 ms
the last one ends
bool(true)
bool(true)
- without handler
first
slow one ends
bool(true)
bool(true)
- a handler that throws
handler of body, previous second body
