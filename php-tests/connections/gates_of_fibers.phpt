--TEST--
FW-2: a native Fiber that waits inside a gate keeps it when the coroutine that started it ends, and is behind it in whatever coroutine
--DESCRIPTION--
Rules: io FW-2
Order: dependent
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

function parked(): array
{
    $base = new SQLite3(':memory:');
    $base->createFunction('park', function () use ($base) {
        Fiber::suspend();
        return $base->querySingle('SELECT 5');
    });
    return [$base, new Fiber(fn() => $base->querySingle('SELECT park()'))];
}

echo "-- the one that started it has ended, others have its memory\n";
[$base, $fiber] = parked();
await(spawn(fn() => $fiber->start()));
$others = [];
for ($i = 0; $i < 4; $i++) {
    $others[] = spawn(fn() => $base->querySingle('SELECT 3'));
}
delay(5);
var_dump(array_map(fn($other) => $other->isCompleted(), $others));
await(spawn(fn() => $fiber->resume()));
var_dump($fiber->getReturn());
echo implode(' ', array_map(Async\await(...), $others)), "\n";

echo "-- resumed by another one, while the first one lives\n";
[$base, $fiber] = parked();
$first = spawn(function () use ($fiber) { $fiber->start(); delay(30); });
delay(1);
$second = spawn(function () use ($fiber) { $fiber->resume(); return $fiber->getReturn(); });
var_dump(await($second));
await($first);

echo "-- never resumed: it leaves the gate when it is destroyed\n";
[$base, $fiber] = parked();
await(spawn(fn() => $fiber->start()));
$waiting = spawn(fn() => $base->querySingle('SELECT 7'));
suspend();
unset($fiber);
var_dump(await($waiting));
?>
--EXPECT--
-- the one that started it has ended, others have its memory
array(4) {
  [0]=>
  bool(false)
  [1]=>
  bool(false)
  [2]=>
  bool(false)
  [3]=>
  bool(false)
}
int(5)
3 3 3 3
-- resumed by another one, while the first one lives
int(5)
-- never resumed: it leaves the gate when it is destroyed
int(7)
