--TEST--
CN-2: cancel before the start: the body never runs, arguments and bound objects are released
--DESCRIPTION--
Rules: CN-2, GC-25
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\AsyncCancellation;

class Probe { function __construct(public $n) { echo "created $n\n"; } function __destruct() { echo "released $this->n\n"; } }
$c = spawn(function ($p) { new Probe('in body'); }, new Probe('argument'));
$c->cancel();
try { await($c); } catch (AsyncCancellation $e) { echo "cancelled\n"; }
unset($c, $e);
echo "end\n";
--EXPECTF--
created argument
%Areleased argument
%Aend
