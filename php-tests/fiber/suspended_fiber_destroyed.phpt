--TEST--
FI-9: dropping a suspended Fiber runs its finally blocks and destructors only
--DESCRIPTION--
Rules: FI-9, FI-10
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class D { function __destruct() { echo "local destroyed\n"; } }
$make = fn($name) => new Fiber(function () use ($name) {
    $d = new D;
    try { Fiber::suspend(); echo "never\n"; } finally { echo "finally $name\n"; }
});
await(spawn(function () use ($make) { $f = $make('in coroutine'); $f->start(); suspend(); unset($f); echo "dropped\n"; }));
$keep = $make('at shutdown'); $keep->start();
spawn(function () { echo "coroutine after main\n"; });
echo "main end\n";
--EXPECT--
finally in coroutine
local destroyed
dropped
main end
coroutine after main
finally at shutdown
local destroyed
