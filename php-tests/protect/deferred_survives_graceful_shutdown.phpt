--TEST--
PR-6, PR-10: what was put off is thrown from protect() although graceful shutdown broke the protection
--DESCRIPTION--
Rules: PR-6, PR-7, PR-9, PR-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, protect, graceful_shutdown};
use Async\AsyncCancellation;

function in_protect(string $name, Closure $inside) {
    $c = spawn(function () use ($name, $inside) {
        try { protect($inside); echo "$name: never\n"; }
        catch (AsyncCancellation $e) {
            echo "$name: out ", $e->getMessage(), ', previous ', $e->getPrevious()?->getMessage() ?? 'none', "\n";
        }
    });
    suspend();
    $c->cancel(new AsyncCancellation("deferred $name"));
    $c->cancel(new AsyncCancellation('dropped'));
    return $c;
}
function interrupted(string $name) {
    try { delay(100000); } catch (AsyncCancellation $e) { echo "$name: in ", $e->getMessage(), "\n"; }
}

$all[] = in_protect('caught', fn() => interrupted('caught'));
$all[] = in_protect('not caught', fn() => delay(100000));
$all[] = in_protect('thrown anew', function () {
    try { delay(100000); } catch (AsyncCancellation) { throw new LogicException('new'); }
});
$all[] = in_protect('nested', function () {
    protect(fn() => interrupted('nested'));
    echo "nested: inner ended\n";
    suspend();
    echo "nested: outer ends\n";
});
$all[] = in_protect('cleanup', function () {
    interrupted('cleanup');
    protect(function () { suspend(); echo "cleanup: protected\n"; });
    echo "cleanup: outer ends\n";
});
$all[] = $calm = spawn(function () {
    try {
        protect(function () use (&$calm) {
            interrupted('calm');
            try {
                protect(function () use (&$calm) { suspend(); suspend(); echo "calm: inner ends\n"; });
            } catch (AsyncCancellation $e) { echo 'calm: inner ', $e->getMessage(), "\n"; }
        });
        echo "calm: end\n";
    } catch (AsyncCancellation $e) { echo "calm: never\n"; }
});
suspend();
try { protect(function () use ($calm) {
    spawn(graceful_shutdown(...));
    interrupted('main');
    suspend();
    $calm->cancel(new AsyncCancellation('later'));
}); } catch (AsyncCancellation) { echo "never\n"; }
for ($i = 0; $i < 5; $i++) suspend();
foreach ($all as $c) var_dump($c->isCancelled());
--EXPECT--
main: in Graceful shutdown
caught: in Graceful shutdown
caught: out deferred caught, previous none
not caught: out deferred not caught, previous Graceful shutdown
thrown anew: out deferred thrown anew, previous new
nested: in Graceful shutdown
nested: inner ended
cleanup: in Graceful shutdown
calm: in Graceful shutdown
nested: outer ends
nested: out deferred nested, previous none
cleanup: protected
cleanup: outer ends
cleanup: out deferred cleanup, previous none
calm: inner ends
calm: inner later
calm: end
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
