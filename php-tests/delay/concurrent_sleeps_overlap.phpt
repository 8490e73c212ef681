--TEST--
DL-8: twenty concurrent usleep() take much less than twenty sleeps in a row
--DESCRIPTION--
Rules: DL-8
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

suspend();
$t = hrtime(true); usleep(20_000); $one = hrtime(true) - $t;
$t = hrtime(true); $cs = [];
for ($i = 0; $i < 20; $i++) $cs[] = spawn(fn() => usleep(20_000));
foreach ($cs as $c) await($c);
var_dump(hrtime(true) - $t < 8 * $one);
--EXPECT--
bool(true)
