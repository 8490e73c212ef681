--TEST--
AA-22: coroutines made by the generator are awaited although they end before the walk does
--DESCRIPTION--
Rules: AA-22, AA-21
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await_all};

[$r, $x] = await_all((function () {
    foreach (['a', 'b', 'c'] as $n) {
        yield $n => spawn(fn() => $n === 'b' ? throw new Exception("failed $n") : "value $n");
        suspend(); suspend(); suspend();
    }
})());
echo json_encode($r), ' ', implode(',', array_keys($x)), ' ', $x['b']->getMessage(), "\n";
--EXPECT--
{"a":"value a","c":"value c"} b failed b
