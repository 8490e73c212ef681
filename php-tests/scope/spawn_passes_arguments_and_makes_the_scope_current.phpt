--TEST--
SC-10, SC-11, SP-4: spawn() of a scope; code in it spawns into the same scope
--DESCRIPTION--
Rules: SC-10, SC-11, SP-4, SP-6
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, current_coroutine};
use Async\Scope;

$s = new Scope;
$c = $s->spawn(fn($a, ...$rest) => "$a " . json_encode($rest), 'one', 2, three: 3);
echo get_class($c), ' ', await($c), "\n";
echo await($s->spawn('strtoupper', 'any callable')), ' ', basename($c->getSpawnLocation()), "\n";
foreach ([fn() => $s->spawn(), fn() => $s->spawn('no function')] as $call) {
    try { $call(); } catch (TypeError $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
$s->spawn(function () use ($s) {
    spawn(function () { try { suspend(); suspend(); echo "never\n"; } finally { echo "sibling ends with the scope\n"; } });
    $GLOBALS['child'] = Scope::inherit();
    var_dump($s->getChildScopes() === [$GLOBALS['child']]);
});
suspend(); suspend();
var_dump($s->isFinished());
$s->cancel();
suspend();
--EXPECT--
Async\Coroutine one {"0":2,"three":3}
ANY CALLABLE spawn_passes_arguments_and_makes_the_scope_current.php:6
ArgumentCountError: Async\Scope::spawn() expects at least 1 argument, 0 given
TypeError: Async\Scope::spawn(): Argument #1 ($callable) must be a valid callback, function "no function" not found or invalid function name
bool(true)
bool(false)
sibling ends with the scope
