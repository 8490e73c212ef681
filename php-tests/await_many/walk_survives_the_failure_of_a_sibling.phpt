--TEST--
AA-21, EH-16: a failure in the scope of the caller before the walk begins neither stops the walk nor hides items
--DESCRIPTION--
Rules: AA-20, AA-21, EH-16
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await_all, iterate};

$tasks = [spawn(fn() => 'ran before'), spawn(fn() => throw new Exception('failed before it was registered')),
    spawn(fn() => 'never started')];
[$r, $x] = await_all(new ArrayIterator($tasks));
echo json_encode($r), "\n";
foreach ($x as $k => $e) echo "$k: ", $e->getMessage(), "\n";
$kept = spawn(fn() => throw new Exception('kept'));
try { iterate([1, 2], fn($v) => print "$v\n"); } catch (Async\AsyncCancellation $e) { echo 'iterate: ', $e->getMessage(), "\n"; }
echo $kept->getException()->getMessage(), "\n";
--EXPECT--
["ran before"]
1: failed before it was registered
2: Coroutine cancelled
iterate: Scope was cancelled
kept
