--TEST--
Awaiting a completed future lets nothing else run
--DESCRIPTION--
Rules: FU-16, CM-3
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

$other = spawn(function () { echo "other\n"; });
var_dump(Future::completed(1)->await(), await(Future::completed(2)));
try { Future::failed(new Exception('f'))->await(); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
echo "now\n";
await($other);
--EXPECT--
int(1)
int(2)
f
now
other
