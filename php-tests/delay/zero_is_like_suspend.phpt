--TEST--
DL-1: delay(0) re-queues the caller like suspend()
--DESCRIPTION--
Rules: DL-1
Order: dependent
--FILE--
<?php
use function Async\{spawn, delay};

spawn(function () { echo "a1\n"; delay(0); echo "a2\n"; });
spawn(function () { echo "b1\n"; delay(0); echo "b2\n"; });
delay(0);
echo "main\n";
var_dump(delay(0));
--EXPECT--
a1
b1
main
a2
b2
NULL
