--TEST--
DL-3: a negative delay is treated as 0
--DESCRIPTION--
Rules: DL-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, delay};

spawn(function () { echo "other\n"; });
delay(-5);
echo "main\n";
delay(PHP_INT_MIN);
echo "end\n";
--EXPECT--
other
main
end
