--TEST--
CO-11: the coroutine of a Fiber that was started before the scheduler knows what the Fiber failed with
--DESCRIPTION--
Rules: CO-11, FI-6, FI-12
Order: independent
--FILE--
<?php
use function Async\{await, get_coroutines, suspend};

function report(Fiber $f, string $method): void {
    try { $f->$method(); } catch (RuntimeException $e) { echo $e->getMessage(), "\n"; }
    $own = $f->getCoroutine();
    var_dump($own->isCompleted(), $own->getException() === $e, count(get_coroutines()));
    try { await($own); } catch (RuntimeException $awaited) { }
    var_dump($awaited === $e);
}
$early = new Fiber(function () {
    Fiber::suspend();
    throw new RuntimeException('resumed with the scheduler');
});
$early->start();
report(new Fiber(function () {
    suspend();
    throw new RuntimeException('launched the scheduler');
}), 'start');
report($early, 'resume');
--EXPECT--
launched the scheduler
bool(true)
bool(true)
int(1)
bool(true)
resumed with the scheduler
bool(true)
bool(true)
int(1)
bool(true)
