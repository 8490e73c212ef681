--TEST--
SD-20: slices of three coroutines alternate in FIFO order after main ended
--DESCRIPTION--
Rules: SD-20, SD-21, SD-26, SD-2
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend};

spawn(function () { echo "a1\n"; suspend(); echo "a2\n"; suspend(); echo "a3\n"; });
spawn(function () { echo "b1\n"; suspend(); echo "b2\n"; });
spawn(function () { echo "c1\n"; });
echo "main done\n";
--EXPECT--
main done
a1
b1
c1
a2
b2
a3
