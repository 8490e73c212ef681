--TEST--
SC-35, SC-44: waits cover the zombies of child scopes; their late failures reach the wait above
--DESCRIPTION--
Rules: SC-35, SC-36, SC-43, SC-44, SC-50
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await, timeout};
use Async\{Scope, AsyncCancellation};

$p = new Scope;
$k = Scope::inherit($p)->allowZombies();
$k->spawn(function () { delay(100); echo "zombie of the child ends\n"; });
spawn(function () use ($p) { $p->awaitCompletion(timeout(60_000)); echo "complete\n"; });
suspend();
$k->disposeSafely();
var_dump($k->isFinished(), $p->isCancelled());
delay(1);
echo "- late scopes\n";
$p->spawn(function () {
    Scope::inherit()->spawn(fn() => print "never: its scope is gone\n");
    $GLOBALS['late'] = Scope::inherit();
    $GLOBALS['late']->spawn(function () { delay(130); echo "of a scope made while waiting\n"; });
});
$p->awaitCompletion(timeout(60_000));
echo "- failures of child scopes during awaitAfterCancellation()\n";
foreach ([true, false] as $handler) {
    $p = new Scope;
    $k = Scope::inherit($p);
    $thrown = false;
    foreach ([$k, $p] as $i => $s) {
        $s->spawn(function () use ($i, $handler, &$thrown) {
            try {
                delay(60_000);
            } finally {
                delay(1 + $i);
                while ($i && !$handler && !$thrown) delay(1);
                throw new RuntimeException("late $i");
            }
        });
    }
    suspend();
    $p->cancel();
    try {
        $p->awaitAfterCancellation($handler ? function ($e, $s) use ($p) {
            echo 'handler: ', $e->getMessage(), ' ', var_export($s === $p, true), "\n";
        } : null, timeout(60_000));
        echo "returned\n";
    } catch (RuntimeException $e) {
        echo 'thrown: ', $e->getMessage(), "\n";
        $thrown = true;
        $p->awaitAfterCancellation(fn($e) => print "then: {$e->getMessage()}\n", timeout(60_000));
    }
    var_dump($p->isClosed(), $k->isClosed());
}
--EXPECT--
bool(true)
bool(false)
- late scopes
zombie of the child ends
of a scope made while waiting
complete
- failures of child scopes during awaitAfterCancellation()
handler: late 0 true
handler: late 1 true
returned
bool(true)
bool(true)
thrown: late 0
then: late 1
bool(true)
bool(true)
