--TEST--
SH-10, SH-21: an exception of main ends waits for many and iterations elsewhere
--DESCRIPTION--
Rules: SH-10, SH-21, AA-10, IT-11
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await_all, iterate};
use Async\AsyncCancellation;

$open = spawn(function () { delay(60_000); });
spawn(function () use ($open) {
    try { await_all([$open, $open]); } catch (AsyncCancellation $e) { echo 'array: ', $e->getMessage(), "\n"; }
});
spawn(function () use ($open) {
    try {
        await_all((function () use ($open) { yield $open; delay(60_000); })());
    } catch (AsyncCancellation $e) {
        echo 'generator: ', $e->getMessage(), "\n";
    }
});
spawn(function () {
    try { iterate([1, 2], fn() => delay(60_000)); } catch (AsyncCancellation $e) { echo 'iterate: ', $e->getMessage(), "\n"; }
});
suspend(); suspend();
throw new LogicException('main');
--EXPECTF--
array: Graceful shutdown
generator: Graceful shutdown
iterate: Graceful shutdown

Fatal error: Uncaught LogicException: main in %s:%d
Stack trace:
#0 {main}
  thrown in %s on line %d
