--TEST--
CO-37: handlers run in a child scope of the coroutine's, which lives until they and what they spawned have ended
--DESCRIPTION--
Rules: CO-37, SC-35, SD-40, CX-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, timeout, current_context, current_coroutine};
use Async\{Scope, AsyncCancellation};

$s = new Scope;
$c = $s->spawn(function () { current_context()->set('k', 'of the scope'); });
$c->finally(function ($c) use ($s) {
    echo current_context()->find('k'), ' ', var_export(current_context()->findLocal('k'), true),
        ' ', var_export(current_coroutine() !== $c, true), "\n";
    spawn(function () { delay(3); echo current_context()->find('k'), ": spawned by the handler\n"; });
    delay(1);
    var_dump($s->isFinished());
});
suspend();
$s->awaitCompletion(timeout(60_000));
echo "complete\n";

// Cancelling the scope reaches the handlers, too.
$c = $s->spawn(fn() => 1);
$c->finally(function () { try { delay(60_000); } catch (AsyncCancellation $e) { echo 'handler: ', $e->getMessage(), "\n"; } });
$c->finally(function () {
    spawn(function () { try { delay(60_000); } catch (AsyncCancellation $e) { echo 'spawned: ', $e->getMessage(), "\n"; } });
});
suspend(); suspend();
$s->cancel(new AsyncCancellation('reason'));
$s->awaitAfterCancellation(null, timeout(60_000));
echo "end\n";
--EXPECT--
of the scope NULL true
bool(false)
of the scope: spawned by the handler
complete
handler: reason
spawned: reason
end
