--TEST--
SD-21: a coroutine spawned during a turn runs after the one that called suspend() before it
--DESCRIPTION--
Rules: SD-21, SD-20
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () { echo "a\n"; spawn(function () { echo "nested\n"; }); });
echo "main 1\n";
suspend();
echo "main 2\n";
suspend();
echo "main 3\n";
--EXPECT--
main 1
a
main 2
nested
main 3
