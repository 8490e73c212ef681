--TEST--
CN-11: after the first was delivered and caught a new cancel() throws again
--DESCRIPTION--
Rules: CN-11, CN-13
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () {
    for ($i = 0; $i < 3; $i++) { try { delay(1000); } catch (AsyncCancellation $e) { echo "caught ", $e->getMessage(), "\n"; } }
    return 'survived';
});
suspend();
foreach (['first', 'second', 'third'] as $m) { $c->cancel(new AsyncCancellation($m)); suspend(); suspend(); }
echo await($c), "\n";
var_dump($c->isCancelled());
--EXPECT--
caught first
caught second
caught third
survived
bool(true)
