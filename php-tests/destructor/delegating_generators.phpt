--TEST--
A generator goes whose delegate waits in another coroutine, which came there through another generator
--DESCRIPTION--
Rules: FI-14
Order: dependent
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Freed
{
    function __construct(public string $name) {}
    function __destruct() { echo "$this->name freed\n"; }
}

/** Generators that delegate to one which waits, and are at its first value. */
function delegating(string ...$names): array
{
    $inner = (function () {
        $freed = new Freed('inner');
        for ($i = 1; $i < 4; $i++) { yield $i; suspend(); }
        return 'end';
    })();
    $outer = function (string $name) use ($inner) {
        $freed = new Freed($name);
        try { echo "$name: ", yield from $inner, "\n"; } finally { echo "$name left\n"; }
    };
    foreach ($names as $name) {
        $generators[] = $outer($name);
        end($generators)->current();
    }
    return $generators;
}

foreach ([0, 1] as $dropped) {
    echo "-- one of two\n";
    $generators = delegating('first', 'second');
    $worker = spawn(fn($generator) => $generator->next(), $generators[1 - $dropped]);
    suspend();
    unset($generators[$dropped]);
    await($worker);
    unset($worker);
    echo $generators[1 - $dropped]->current(), "\n";
    $generators = [];
}

echo "-- two of three, and the last one goes to the end\n";
[$first, $second, $third] = delegating('first', 'second', 'third');
$worker = spawn(function () use ($second) { foreach (range(1, 3) as $_) $second->next(); });
suspend();
$first = null;
suspend();
$third = null;
await($worker);
unset($worker);
$second = null;

echo "-- delegates of delegates\n";
[$first, $second] = delegating('first', 'second');
$chain = (function ($to) { $freed = new Freed('chain'); yield from $to; })($second);
$chain->current();
$side = (function ($to) { $freed = new Freed('side'); yield from $to; })($second);
$side->current();
$worker = spawn(fn($generator) => $generator->next(), $chain);
suspend();
$second = $side = null;
$first = null;
await($worker);
unset($worker);
$chain = null;
echo "-- end\n";
--EXPECT--
-- one of two
first: second: first left
first freed
2
second left
second freed
inner freed
-- one of two
first: second: second left
second freed
2
first left
first freed
inner freed
-- two of three, and the last one goes to the end
first: second: third: first left
first freed
third left
third freed
inner freed
end
second left
second freed
-- delegates of delegates
first: second: side freed
first left
first freed
second left
second freed
inner freed
chain freed
-- end
