--TEST--
When destructors throw during close(), everything is destroyed and the exceptions are linked, the last one first
--DESCRIPTION--
Rules: PO-25
Order: independent
--FILE--
<?php
use Async\Pool;
use function Async\suspend;

final class Resource
{
    public function __construct(public int $number) {}
    public function __destruct() { if ($this->number === 4) throw new LogicException("object $this->number"); }
}

$n = 0;
$pool = new Pool(
    function () use (&$n) { return new Resource(++$n); },
    function (Resource $r) {
        echo "destroy $r->number\n"; suspend();
        if ($r->number % 2) throw new RuntimeException("destroy $r->number");
    },
    min: 5,
);
try {
    $pool->close();
} catch (Throwable $e) {
    do {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    } while ($e = $e->getPrevious());
}
var_dump(count($pool));
$pool->close();
--EXPECT--
destroy 1
destroy 2
destroy 3
destroy 4
destroy 5
RuntimeException: destroy 5
LogicException: object 4
RuntimeException: destroy 3
RuntimeException: destroy 1
int(0)
