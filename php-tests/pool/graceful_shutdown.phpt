--TEST--
Graceful shutdown cancels coroutines that wait for a pool or are in a hook; the pool can be used in their finally blocks
--DESCRIPTION--
Rules: PO-14, PO-9, CM-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use Async\Pool; use function Async\{spawn, suspend, delay, await, graceful_shutdown};', [
    'waiters' => '
        $p = new Pool(fn() => "r", fn() => print("destroyed\n"), max: 1);
        $holder = spawn(function () use ($p) {
            $r = $p->acquire();
            try { while (true) suspend(); } finally { $p->release($r); echo "given back\n"; }
        });
        while (!$p->activeCount()) suspend();
        for ($i = 0; $i < 3; $i++) $w[] = spawn(function () use ($p) {
            try { $p->acquire(); } catch (Async\AsyncCancellation) { $r = $p->acquire(); echo "cleaned up with $r\n"; $p->release($r); }
        });
        foreach ($w as $c) while (!$c->getAwaitingInfo()) suspend();
        graceful_shutdown();
        echo "main goes on\n";',
    'in a factory' => '
        $parked = 0;
        $p = new Pool(function () use (&$parked) { $parked++; while (true) suspend(); }, max: 1);
        for ($i = 0; $i < 2; $i++) spawn(function () use ($p) { $p->acquire(); });
        while (!$parked) suspend();
        graceful_shutdown();
        register_shutdown_function(fn() => print("{$p->count()} $parked\n"));',
]);
--EXPECT--
-- waiters
main goes on
given back
cleaned up with r
cleaned up with r
cleaned up with r
destroyed
[status 0]
-- in a factory
0 1
[status 0]
