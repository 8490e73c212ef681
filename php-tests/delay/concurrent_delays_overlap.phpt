--TEST--
DL-2: a hundred delays at once take about as long as one
--DESCRIPTION--
Rules: DL-2, SD-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

$t = hrtime(true); delay(30); $one = hrtime(true) - $t;
$t = hrtime(true);
$cs = [];
for ($i = 0; $i < 100; $i++) $cs[] = spawn(fn() => delay(30));
foreach ($cs as $c) await($c);
$hundred = hrtime(true) - $t;
var_dump($hundred < 10 * $one);
--EXPECT--
bool(true)
