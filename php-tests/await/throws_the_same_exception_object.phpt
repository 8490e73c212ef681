--TEST--
AW-2: await throws the very object the coroutine ended with, every time
--DESCRIPTION--
Rules: AW-2, AW-4, CN-12, CO-11
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};
use Async\AsyncCancellation;

class MyException extends RuntimeException { public $extra = 'data'; }
$thrown = new MyException('x', 7);
foreach ([$thrown, new Error('e'), new AsyncCancellation('c')] as $e) {
    $c = spawn(function () use ($e) { suspend(); throw $e; });
    for ($i = 0; $i < 3; $i++) {
        try { await($c); echo "no exception\n"; } catch (Throwable $got) { var_dump($got === $e); }
    }
    var_dump($c->getException() === $e);
}
echo $thrown->getLine() < 12 ? "line of creation kept\n" : "line changed\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
line of creation kept
