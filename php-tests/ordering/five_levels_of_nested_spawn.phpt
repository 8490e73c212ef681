--TEST--
SD-20: each nested level starts after its parent's slice
--DESCRIPTION--
Rules: SD-20, SD-26
Order: dependent
--FILE--
<?php
use function Async\spawn;

function level(int $n) { echo "in $n\n"; if ($n < 5) { spawn('level', $n + 1); } echo "out $n\n"; }
spawn('level', 1);
spawn(function () { echo "sibling\n"; });
--EXPECT--
in 1
out 1
sibling
in 2
out 2
in 3
out 3
in 4
out 4
in 5
out 5
