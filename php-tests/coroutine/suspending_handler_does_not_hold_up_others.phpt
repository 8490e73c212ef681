--TEST--
CO-34: a handler that suspends does not hold up the following ones
--DESCRIPTION--
Rules: CO-34
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};

$c = spawn(fn() => 1);
$c->finally(function () { echo "f1 start\n"; suspend(); echo "f1 end\n"; });
$c->finally(function () { echo "f2\n"; });
$c->finally(function () { echo "f3 start\n"; delay(5); echo "f3 end\n"; });
$c->finally(function () { echo "f4\n"; });
await($c);
delay(20);
echo "end\n";
--EXPECT--
f1 start
f2
f3 start
f4
f1 end
f3 end
end
