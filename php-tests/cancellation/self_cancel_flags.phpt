--TEST--
CN-6: self-cancel sets the request flag at once; later suspensions are not interrupted
--DESCRIPTION--
Rules: CN-6, CO-7
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () use (&$c) {
    $c->cancel(new AsyncCancellation('1')); $c->cancel(new AsyncCancellation('2'));
    echo json_encode([$c->isCancellationRequested(), $c->isCancelled()]), "\n";
    for ($i = 0; $i < 3; $i++) { suspend(); delay(1); }
    echo "not interrupted\n";
});
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
echo json_encode([$c->isCancellationRequested(), $c->isCancelled()]), "\n";
--EXPECT--
[true,false]
not interrupted
1
[false,true]
