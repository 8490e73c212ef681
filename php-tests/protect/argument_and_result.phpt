--TEST--
PR-1, PR-2, PR-3: only a closure is accepted; its result and exception pass through; no scheduler is needed
--DESCRIPTION--
Rules: PR-1, PR-2, PR-3, SD-11
Order: independent
--FILE--
<?php
use function Async\{protect, get_coroutines, spawn, suspend, await};

foreach (['strlen', [new ArrayObject, 'count'], new class { function __invoke() {} }, 1, null] as $bad) {
    try { protect($bad); echo "accepted\n"; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
try { protect(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { protect(fn() => 1, 2); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
var_dump(protect(fn() => 'value'), protect(function () {}), protect(closure: fn() => protect(fn() => [1])), get_coroutines());
$e = new LogicException('own');
try { protect(fn() => throw $e); } catch (LogicException $caught) { var_dump($caught === $e); }
echo await(spawn(function () use ($e) {
    try { protect(fn() => throw $e); } catch (LogicException $caught) { var_dump($caught === $e); }
    return protect(function () { suspend(); return await(spawn(fn() => 'in a coroutine')); });
})), "\n";
echo protect(function () { suspend(); return 'suspended before launch'; }), "\n";
--EXPECT--
Async\protect(): Argument #1 ($closure) must be of type Closure, string given
Async\protect(): Argument #1 ($closure) must be of type Closure, array given
Async\protect(): Argument #1 ($closure) must be of type Closure, class@anonymous given
Async\protect(): Argument #1 ($closure) must be of type Closure, int given
Async\protect(): Argument #1 ($closure) must be of type Closure, null given
Async\protect() expects exactly 1 argument, 0 given
Async\protect() expects exactly 1 argument, 2 given
string(5) "value"
NULL
array(1) {
  [0]=>
  int(1)
}
array(0) {
}
bool(true)
bool(true)
in a coroutine
suspended before launch
