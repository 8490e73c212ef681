--TEST--
CO-11, FI-6: the coroutine of a Fiber that was cancelled once knows what the Fiber failed with later
--DESCRIPTION--
Rules: CO-11, FI-6, FI-12, FI-13
Order: independent
--FILE--
<?php
use function Async\{await, spawn, suspend};
use Async\AsyncCancellation;

function report(Fiber $f): void {
    try { $f->resume(); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
    try { await($f->getCoroutine()); } catch (RuntimeException $awaited) { }
    var_dump($f->getCoroutine()->getException() === $e, $awaited === $e, $f->getCoroutine()->getResult());
}
function demonstrate(): void {
    $cancelled = false;
    $f = new Fiber(function () use (&$cancelled) {
        try { Fiber::suspend(); } catch (AsyncCancellation) { $cancelled = true; }
        Fiber::suspend();
        throw new RuntimeException('resumed after it');
    });
    $f->start();
    $f->getCoroutine()->cancel();
    while (!$cancelled) {
        suspend();
    }
    report($f);
}
suspend();
demonstrate();
await(spawn(demonstrate(...)));
--EXPECT--
resumed after it
bool(true)
bool(true)
NULL
resumed after it
bool(true)
bool(true)
NULL
