--TEST--
SC-60, CO-34: a handler that waits does not hold up the others; the parent is released after it
--DESCRIPTION--
Rules: SC-60, SC-50, SC-51, CO-34
Order: dependent
--FILE--
<?php
use function Async\{suspend, delay, timeout};
use Async\Scope;

$p = new Scope;
$k = Scope::inherit($p);
$k->finally(function () { echo "k1\n"; delay(3); echo "k1 ends\n"; });
$k->finally(function () { echo "k2\n"; });
$p->finally(function () { echo "p\n"; });
foreach ([$p, $k] as $s) $s->spawn(function () { suspend(); suspend(); });
suspend();
$p->cancel();
$p->awaitAfterCancellation(null, timeout(1000));
echo "waited\n";
delay(10);
echo "end\n";
--EXPECT--
k1
k2
k1 ends
p
waited
end
