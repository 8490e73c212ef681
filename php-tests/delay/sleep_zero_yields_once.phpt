--TEST--
SL-1: sleep(0) and usleep(0) yield once
--DESCRIPTION--
Rules: SL-1
Order: dependent
--FILE--
<?php
use function Async\spawn;

spawn(function () { echo "a1\n"; usleep(0); echo "a2\n"; });
spawn(function () { echo "b1\n"; sleep(0); echo "b2\n"; });
--EXPECT--
a1
b1
a2
b2
