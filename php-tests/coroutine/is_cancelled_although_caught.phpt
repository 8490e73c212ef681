--TEST--
CO-5: isCancelled() is true even if the cancellation was caught and the body returned
--DESCRIPTION--
Rules: CO-5, CN-8, CO-10
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, delay};
use Async\AsyncCancellation;

$c = spawn(function () { try { delay(1000); } catch (AsyncCancellation) { return 'recovered'; } });
suspend();
$c->cancel();
var_dump(await($c), $c->isCancelled(), $c->getResult(), $c->getException());
--EXPECT--
string(9) "recovered"
bool(true)
string(9) "recovered"
NULL
