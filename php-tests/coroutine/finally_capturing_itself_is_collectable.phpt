--TEST--
CO-38: a handler that captures its coroutine forms a cycle that is collected after completion
--DESCRIPTION--
Rules: CO-38, GC-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

class Probe { function __destruct() { echo "probe released\n"; } }
(function () {
    $probe = new Probe;
    $c = spawn(fn() => 1);
    $c->finally(function () use ($c, $probe) { echo "handler\n"; });
    await($c);
})();
gc_collect_cycles();
delay(1);
echo "end\n";
--EXPECT--
handler
probe released
end
