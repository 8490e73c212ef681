--TEST--
FI-10, CO-30: when nothing but parked Fibers is left, the finally handlers of their coroutines run
--DESCRIPTION--
Rules: FI-10, FI-12, CO-30, DD-2
Order: independent
--FILE--
<?php
use function Async\{suspend, spawn};
use Async\Coroutine;

suspend();
$fibers = [];
for ($i = 0; $i < 3; $i++) {
    $f = $fibers[] = new Fiber(function () { try { Fiber::suspend(); echo "never\n"; } finally { echo "destroyed\n"; } });
    $f->start();
    // One that waits, and something that comes later than all of them.
    $f->getCoroutine()->finally(function (Coroutine $c) { suspend(); spawn(fn() => print "handler\n"); });
    $f->getCoroutine()->finally(function (Coroutine $c) { if (!$c->isCompleted()) echo "not completed\n"; });
}
register_shutdown_function(fn() => print "shutdown\n");
echo "end\n";
--EXPECT--
end
handler
handler
handler
shutdown
destroyed
destroyed
destroyed
