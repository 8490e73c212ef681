--TEST--
ES-6: traces end at the entry of the coroutine, also inside Fibers, generators, destructors and callbacks
--DESCRIPTION--
Rules: ES-6, SP-8
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

function lines(Throwable $e): string {
    return preg_replace(['/^(#\d+) [^(\[]+\(\d+\)/m', '/\{closure(?::(?:[^{}]|(?R))*)?\}/'],
        ['$1 FILE', '{closure}'], $e->getTraceAsString());
}
class D { function __destruct() { suspend(); echo lines(new Exception), "\n--\n"; } }
await(spawn(function () {
    suspend();
    $f = new Fiber(function () { suspend(); return lines(new Exception); });
    $f->start(); echo $f->getReturn(), "\n--\n";
}));
await(spawn(function () { $g = (function () { suspend(); yield lines(new Exception); })(); echo $g->current(), "\n--\n"; }));
await(spawn(function () { $d = new D; unset($d); }));
await(spawn(function () { array_map(function () { suspend(); echo count(debug_backtrace()), ' ', lines(new Exception), "\n"; }, [1]); }));
--EXPECT--
#0 [internal function]: {closure}()
#1 FILE: Fiber->start()
#2 [internal function]: {closure}()
#3 {main}
--
#0 [internal function]: {closure}()
#1 FILE: Generator->current()
#2 [internal function]: {closure}()
#3 {main}
--
#0 FILE: D->__destruct()
#1 [internal function]: {closure}()
#2 {main}
--
3 #0 [internal function]: {closure}(1)
#1 FILE: array_map(Object(Closure), Array)
#2 [internal function]: {closure}()
#3 {main}
