--TEST--
A tick function that waits is called in other coroutines meanwhile, and can be unregistered there; only its own ticks do not call it
--DESCRIPTION--
Rules: EG-10, ES-4, CN-7
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, await_all, current_coroutine, delay, spawn};

/** A function whose statements have ticks. */
function ticking(string $statements): Closure { return eval("declare(ticks=1); return function () { $statements };"); }
$one = ticking('$a = 1; echo "never\n";');
$two = ticking('$a = 1; $b = 2;');
$three = ticking('$a = 1; $b = 2; $c = 3; return Async\current_coroutine()->getId();');
class Freed { function __destruct() { echo "freed\n"; } }

echo "-- each coroutine has its ticks\n";
$count = function () use (&$calls, $two) {
    $id = current_coroutine()->getId();
    $calls[$id] = ($calls[$id] ?? 0) + 1;
    delay(1);
    $two();
};
$calls = [];
register_tick_function($count);
foreach (await_all([spawn($three), spawn($three), spawn($three)])[0] as $id) echo $calls[$id], ' ';
unregister_tick_function($count);

echo "\n-- unregistered by another coroutine: the call goes on, the next function is called\n";
$begun = $ended = false;
$first = function () use (&$begun, &$ended) { $begun = true; echo "in\n"; while (!$ended) delay(1); echo "out\n"; };
$second = function () { echo "second\n"; };
register_tick_function($first, new Freed);
register_tick_function($second);
$worker = spawn($two);
while (!$begun) delay(1);
unregister_tick_function($first);
echo "unregistered\n";
$ended = true;
await($worker);
unregister_tick_function($second);

echo "-- all of them while one is called\n";
$begun = $ended = false;
register_tick_function($first);
register_tick_function($second);
$worker = spawn($two);
while (!$begun) delay(1);
unregister_tick_function($second);
unregister_tick_function($first);
$ended = true;
await($worker);

echo "-- from inside its own call\n";
$own = function () use (&$own) {
    static $done = 0;
    if (!$done++) { try { unregister_tick_function($own); } catch (Error $e) { echo $e->getMessage(), "\n"; } }
};
register_tick_function($own);
$two();
unregister_tick_function($own);

echo "-- a wait in it is cancelled\n";
$begun = false;
$waits = function () use (&$begun) {
    $begun = true;
    try { delay(60_000); } catch (AsyncCancellation $e) { echo "cancelled\n"; throw $e; }
};
register_tick_function($waits);
$worker = spawn($one);
while (!$begun) delay(1);
$worker->cancel();
try { await($worker); } catch (AsyncCancellation) { echo "so is the coroutine\n"; }
unregister_tick_function($waits);

echo "-- registered at the end\n";
register_tick_function('strlen', 'text');
register_tick_function(fn() => 1, new Freed);
--EXPECT--
-- each coroutine has its ticks
3 3 3 
-- unregistered by another coroutine: the call goes on, the next function is called
in
unregistered
out
freed
second
second
-- all of them while one is called
in
out
-- from inside its own call
Registered tick function cannot be unregistered while it is being executed
-- a wait in it is cancelled
cancelled
so is the coroutine
-- registered at the end
freed