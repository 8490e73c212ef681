--TEST--
FI-9: a parked Fiber with a coroutine is freed with the frame of a generator that an exception leaves
--DESCRIPTION--
Rules: FI-9, FI-12, FI-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$park = function () {
    $f = new Fiber(function () { try { Fiber::suspend(); } finally { echo "finally\n"; } });
    $f->start();
    return [$f, $f->getCoroutine()];
};
$generator = function (bool $inside) use ($park) {
    [$f, $c] = $park();
    try { if ($inside) throw new RuntimeException('thrown'); yield 1; } finally { unset($c); }
    throw new LogicException('after');
};
suspend();
$run = function () use ($generator) {
    foreach ([true, false] as $inside) {
        try {
            foreach ($generator($inside) as $v);
        } catch (Exception $e) {
            echo get_class($e), ' ', $e->getMessage(), ' ', var_export($e->getPrevious(), true), "\n";
        }
    }
};
$run();
await(spawn($run));
--EXPECT--
finally
RuntimeException thrown NULL
finally
LogicException after NULL
finally
RuntimeException thrown NULL
finally
LogicException after NULL
