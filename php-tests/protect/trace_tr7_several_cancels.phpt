--TEST--
TR-7: repeated cancelling never shortens the closure; the first reason is thrown
--DESCRIPTION--
Rules: PR-5, PR-8, PR-11, TR-7
Order: dependent
--FILE--
<?php
use function Async\{spawn, suspend, await, protect};
use Async\AsyncCancellation;

$c = spawn(function () {
    protect(function () { for ($i = 1; $i <= 2; $i++) { echo "w$i\n"; suspend(); } });
    echo "never\n";
    protect(fn() => print "never either\n");
});
suspend(); $c->cancel(new AsyncCancellation("1st")); suspend(); $c->cancel(new AsyncCancellation("2nd"));
try { await($c); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
var_dump($c->isCancelled(), $c->getResult());
--EXPECT--
w1
w2
1st
bool(true)
NULL
