--TEST--
SD-7: a tree of 8,191 coroutines, each awaiting its two children
--DESCRIPTION--
Rules: SD-7, AW-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

function tree(int $depth): int {
    if ($depth === 0) return 1;
    $l = spawn('tree', $depth - 1); $r = spawn('tree', $depth - 1);
    return await($l) + await($r);
}
var_dump(tree(12));
--EXPECT--
int(4096)
