--TEST--
AA-12: the functions work in main, coroutines, native fibers, destructors and shutdown functions
--DESCRIPTION--
Rules: AA-12, AW-14
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, await_all_or_fail};

$mk = fn() => [spawn(function () { suspend(); return 1; }), spawn(fn() => 2)];
register_shutdown_function(function () use ($mk) { echo 'shutdown ', json_encode(await_all_or_fail($mk())), "\n"; });
class D {
    function __construct(private Closure $mk) {}
    function __destruct() { echo 'destructor ', json_encode(await_all_or_fail(($this->mk)())), "\n"; }
}
new D($mk);
$f = new Fiber(function () use ($mk) { echo 'fiber ', json_encode(await_all_or_fail($mk())), "\n"; Fiber::suspend(); });
$f->start();
await(spawn(function () use ($mk) { echo 'coroutine ', json_encode(await_all_or_fail((fn() => yield from $mk())())), "\n"; }));
$c = spawn(fn() => 1);
$c->finally(function () use ($mk) { echo 'finally ', json_encode(await_all_or_fail($mk())), "\n"; });
await($c);
$kept = new D($mk);
--EXPECT--
destructor [1,2]
fiber [1,2]
coroutine [1,2]
finally [1,2]
shutdown [1,2]
destructor [1,2]
