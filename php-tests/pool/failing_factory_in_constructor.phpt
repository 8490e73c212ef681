--TEST--
A factory that throws in the constructor ends it: what was made is destroyed, the exception leaves
--DESCRIPTION--
Rules: PO-3, PO-24
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\{spawn, suspend, await};

function make(int $failing, callable $destructor, bool $park = false): void
{
    $n = 0;
    $factory = function () use (&$n, $failing, $park) {
        $park && suspend();
        echo "make ", ++$n, "\n";
        return $n === $failing ? throw new RuntimeException("no $n") : $n;
    };
    try {
        new Pool($factory, $destructor, min: 5);
    } catch (Throwable $e) {
        do {
            echo get_class($e), ': ', $e->getMessage(), "\n";
        } while ($e = $e->getPrevious());
    }
}

make(3, function (int $r) { echo "destroy $r\n"; });
echo "- parking\n";
await(spawn(fn() => make(2, function (int $r) { suspend(); echo "destroy $r\n"; }, true)));
echo "- throwing\n";
make(3, function (int $r) { throw new LogicException("destroy $r"); });
echo "- cancelled\n";
$parked = false;
$c = spawn(function () use (&$parked) {
    $n = 0;
    try {
        new Pool(
            function () use (&$n, &$parked) { if ($n === 1) { $parked = true; while (true) suspend(); } return ++$n; },
            function (int $r) { echo "destroy $r\n"; },
            min: 2
        );
    } catch (Async\AsyncCancellation $e) {
        echo get_class($e), "\n";
    }
});
while (!$parked) suspend();
$c->cancel();
await($c);
--EXPECT--
make 1
make 2
make 3
destroy 1
destroy 2
RuntimeException: no 3
- parking
make 1
make 2
destroy 1
RuntimeException: no 2
- throwing
make 1
make 2
make 3
LogicException: destroy 2
LogicException: destroy 1
RuntimeException: no 3
- cancelled
destroy 1
Async\AsyncCancellation
