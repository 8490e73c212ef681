--TEST--
PR-6, PR-10: graceful shutdown breaks a protection that began in a Fiber; what was put off is thrown where that ends
--DESCRIPTION--
Rules: PR-6, PR-9, PR-10, FI-13
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, protect, graceful_shutdown};
use Async\AsyncCancellation;

$c = spawn(function () {
    try {
        protect(function () {
            $fiber = new Fiber(function () {
                protect(function () {
                    try { delay(100000); } catch (AsyncCancellation $e) { echo 'in ', $e->getMessage(), "\n"; }
                    Fiber::suspend();
                    echo "goes on\n";
                });
                echo "inner ended\n";
            });
            $fiber->start();
            echo "parked\n";
            $fiber->resume();
            echo "outer ends\n";
        });
        echo "never\n";
    } catch (AsyncCancellation $e) { echo 'out ', $e->getMessage(), "\n"; }
    protect(fn() => suspend());
    echo "end\n";
});
suspend(); suspend(); suspend();
$c->cancel(new AsyncCancellation('deferred'));
graceful_shutdown();
--EXPECT--
in Graceful shutdown
parked
goes on
inner ended
outer ends
out deferred
end
