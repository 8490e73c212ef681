--TEST--
SD-20: a parent that spawns two children and ends prints its end first; children run in spawn order
--DESCRIPTION--
Rules: SD-20
Order: dependent
--FILE--
<?php
use function Async\spawn;

spawn(function () {
    echo "parent\n";
    spawn(function () { echo "child 1\n"; });
    spawn(function () { echo "child 2\n"; });
    echo "parent end\n";
});
--EXPECT--
parent
parent end
child 1
child 2
