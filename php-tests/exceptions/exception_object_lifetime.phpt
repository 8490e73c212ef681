--TEST--
EH-2: an exception and its previous chain are released after the last holder is gone
--DESCRIPTION--
Rules: EH-2, EX-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

class Tracked extends Exception { function __destruct() { echo "released {$this->getMessage()}\n"; } }
$c = spawn(function () { throw new Tracked('outer', 0, new Tracked('inner')); });
try { await($c); } catch (Tracked $e) { echo "caught\n"; }
unset($e);
echo "handle holds it\n";
unset($c);
echo "end\n";
--EXPECT--
caught
handle holds it
released outer
released inner
end
