--TEST--
A resource rejected on release makes room: the longest waiter has a new one made, when the old one is gone
--DESCRIPTION--
Rules: PO-18, PO-9, PO-21
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

foreach (['destroyed' => null, 'thrown' => new RuntimeException('destructor')] as $name => $error) {
    $n = 0;
    $live = 0;
    $pool = new Pool(
        function () use (&$n, &$live) { $live++; return ++$n; },
        function (int $r) use (&$live, $error) { suspend(); suspend(); $live--; if ($error) throw $error; },
        beforeRelease: fn(int $r) => $r > 1,
        max: 1,
    );
    $r = $pool->acquire();
    $most = 0;
    $waiter = spawn(function () use ($pool, &$live, &$most) {
        $got = $pool->acquire();
        $most = $live;
        return $got;
    });
    while (!$waiter->getAwaitingInfo()) suspend();
    try {
        $pool->release($r);
    } catch (RuntimeException $e) {
        echo $e->getMessage(), "\n";
    }
    echo "$name: the waiter got ", await($waiter), ", $most alive, {$pool->count()} counted\n";
}
--EXPECT--
destroyed: the waiter got 2, 1 alive, 1 counted
destructor
thrown: the waiter got 2, 1 alive, 1 counted
