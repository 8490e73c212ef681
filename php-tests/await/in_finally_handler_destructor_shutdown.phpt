--TEST--
AW-14: await works in finally handlers, destructors, finally blocks and shutdown functions
--DESCRIPTION--
Rules: AW-14, GC-20, GC-23, SH-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

class D { function __destruct() { echo await(spawn(fn() => 'in destructor')), "\n"; } }
register_shutdown_function(function () { echo await(spawn(function () { delay(1); return 'in shutdown function'; })), "\n"; });
$c = spawn(fn() => 1);
$c->finally(function () { echo await(spawn(fn() => 'in finally handler')), "\n"; });
await($c);
delay(5);
$d = new D; unset($d);
try {
    throw new Exception('x');
} catch (Exception) {
    echo await(spawn(fn() => 'in catch')), "\n";
} finally {
    echo await(spawn(fn() => 'in finally block')), "\n";
}
$keep = new D;
--EXPECT--
in finally handler
in destructor
in catch
in finally block
in shutdown function
in destructor
