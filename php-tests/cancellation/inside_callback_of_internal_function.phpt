--TEST--
CN-3: a cancellation unwinds through callbacks of internal functions and generators
--DESCRIPTION--
Rules: CN-3, SU-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$gen = function () { try { yield 1; delay(1000); yield 2; } finally { echo "generator finally\n"; } };
$a = spawn(function () {
    try {
        array_map(function ($x) { usort($x, function () { delay(1000); return 0; }); return 1; }, [[1, 2]]);
    } catch (AsyncCancellation $e) {
        return 'array_map ' . $e->getMessage();
    }
});
$b = spawn(function () use ($gen) {
    try { foreach ($gen() as $v) { echo $v, "\n"; } } catch (AsyncCancellation $e) { return 'generator ' . $e->getMessage(); }
});
$c = spawn(function () {
    try {
        return (string) new class { function __toString(): string { delay(1000); return 'never'; } };
    } catch (AsyncCancellation $e) {
        return '__toString ' . $e->getMessage();
    }
});
suspend();
foreach ([$a, $b, $c] as $x) $x->cancel(new AsyncCancellation('out'));
foreach ([$a, $b, $c] as $x) echo await($x), "\n";
--EXPECT--
1
generator finally
array_map out
generator out
__toString out
