--TEST--
SU-5: two usort() calls suspended in their comparators each keep their own comparator
--DESCRIPTION--
Rules: SU-5, ES-3
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

$up = spawn(function () {
    $a = [5, 2, 9, 1, 7, 3];
    usort($a, function ($x, $y) { suspend(); return $x <=> $y; });
    return implode(',', $a);
});
$down = spawn(function () {
    $a = [5, 2, 9, 1, 7, 3];
    usort($a, function ($x, $y) { suspend(); return $y <=> $x; });
    return implode(',', $a);
});
$keys = spawn(function () {
    $a = ['b' => 1, 'c' => 2, 'a' => 3];
    uksort($a, function ($x, $y) { suspend(); return strcmp($x, $y); });
    return implode(',', array_keys($a));
});
echo await($up), "\n", await($down), "\n", await($keys), "\n";
--EXPECT--
1,2,3,5,7,9
9,7,5,3,2,1
a,b,c
