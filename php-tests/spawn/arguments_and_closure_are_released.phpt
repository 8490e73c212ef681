--TEST--
SP-2: arguments, bound objects and results are released when the coroutine is done
--DESCRIPTION--
Rules: SP-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

class Probe { function __construct(public string $n) {} function __destruct() { echo "released {$this->n}\n"; } }
$c = spawn(function ($p) { echo "task\n"; }, new Probe('argument'));
await($c);
unset($c);
echo "awaited\n";
$p = new Probe('bound');
$c = spawn(function () use ($p) { echo "task\n"; });
unset($p);
await($c);
unset($c);
echo "awaited\n";
$c = spawn(fn() => new Probe('result'));
await($c);
echo "kept by the handle\n";
unset($c);
echo "end\n";
--EXPECT--
task
released argument
awaited
task
released bound
awaited
kept by the handle
released result
end
