--TEST--
CO-32: finally() takes any callable; others are a TypeError
--DESCRIPTION--
Rules: CO-32
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

function named($c) { echo "function\n"; }
class H { function m($c) { echo "method\n"; } static function s($c) { echo "static\n"; } function __invoke($c) { echo "invoke\n"; } }
$c = spawn(fn() => 1);
$c->finally('named'); $c->finally([new H, 'm']); $c->finally('H::s'); $c->finally(new H); $c->finally(fn($c) => print "arrow\n");
foreach (['no_such', 42, null, []] as $bad) { try { $c->finally($bad); } catch (TypeError $e) { echo $e->getMessage(), "\n"; } }
await($c);
--EXPECT--
Async\Coroutine::finally(): Argument #1 ($callback) argument must be callable
Async\Coroutine::finally(): Argument #1 ($callback) argument must be callable
Async\Coroutine::finally(): Argument #1 ($callback) argument must be callable
Async\Coroutine::finally(): Argument #1 ($callback) argument must be callable
function
method
static
invoke
arrow
