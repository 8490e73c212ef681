--TEST--
CO-10: a coroutine that returned, but whose last destructor threw, has no result
--DESCRIPTION--
Rules: CO-10, CO-11
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

class Throwing
{
    function __destruct() { throw new Exception('destructor'); }
}
$c = spawn(function () { $held = new Throwing; return 5; });
try { await($c); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
var_dump($c->getResult(), $c->getException() === $e);
?>
--EXPECT--
destructor
NULL
bool(true)
