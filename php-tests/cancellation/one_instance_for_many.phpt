--TEST--
CN-12: one cancellation object may cancel many coroutines
--DESCRIPTION--
Rules: CN-12
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$reason = new AsyncCancellation('shared'); $n = 0; $cs = [];
for ($i = 0; $i < 10; $i++) $cs[] = spawn(function () { delay(1000); });
suspend();
for ($i = 0; $i < 10; $i++) $cs[] = spawn(function () { echo "never\n"; });
foreach ($cs as $c) $c->cancel($reason);
foreach ($cs as $c) { try { await($c); } catch (AsyncCancellation $e) { $n += $e === $reason; } }
var_dump($n);
--EXPECT--
int(20)
