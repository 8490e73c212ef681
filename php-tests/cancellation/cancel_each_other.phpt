--TEST--
CN-3: two coroutines that cancel each other both end
--DESCRIPTION--
Rules: CN-3
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, delay};
use Async\AsyncCancellation;

$a = spawn(function () use (&$b) { $b->cancel(new AsyncCancellation('by a')); delay(1000); });
$b = spawn(function () use (&$a) { $a->cancel(new AsyncCancellation('by b')); echo "never\n"; });
$c = spawn(function () use (&$d) { delay(1); $d->cancel(new AsyncCancellation('by c')); delay(1000); });
$d = spawn(function () use (&$c) { try { delay(1000); } finally { $c->cancel(new AsyncCancellation('by d')); } });
foreach ([$b, $d, $c] as $x) { try { await($x); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; } }
$a->cancel(new AsyncCancellation('by main'));
try { await($a); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
by a
by c
by d
by main
