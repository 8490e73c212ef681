--TEST--
CO-35: handlers throw before the awaiter resumes: their composite surfaces, main gets the shutdown with E0 as previous
--DESCRIPTION--
Rules: CO-35, CO-36, SH-21, CN-4
Order: dependent
--FILE--
<?php
use function Async\{spawn, await};

set_exception_handler(function ($e) {
    echo get_class($e), ': ', implode(',', array_map(fn($x) => $x->getMessage(), $e->getExceptions())), "\n";
});
$c = spawn(fn() => throw new Exception('E0'));
foreach (['F1', 'F2', 'F3'] as $m) $c->finally(function () use ($m) { echo strtolower($m), "\n"; throw new RuntimeException($m); });
try { await($c); } catch (Throwable $e) { echo 'main: ', $e->getMessage(), ' <- ', $e->getPrevious()?->getMessage(), "\n"; }
--EXPECT--
f1
f2
f3
main: Graceful shutdown <- E0
Async\CompositeException: F1,F2,F3
