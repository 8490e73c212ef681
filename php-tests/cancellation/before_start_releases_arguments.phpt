--TEST--
CN-2: cancel before the start: the body never runs, arguments and bound objects are released
--DESCRIPTION--
Rules: CN-2, GC-25
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\AsyncCancellation;

class Probe
{
    static array $log = [];
    function __construct(public $n) { self::$log[] = "created $n"; }
    function __destruct() { self::$log[] = "released $this->n"; }
}

$bound = new Probe('bound');
$c = spawn(function ($p) use ($bound) { new Probe('in body'); }, new Probe('argument'));
unset($bound);
$c->cancel();
try { await($c); } catch (AsyncCancellation $e) { echo "cancelled\n"; }
unset($c, $e);
// The order of the two is not determined.
sort(Probe::$log);
echo implode("\n", Probe::$log), "\nend\n";
--EXPECT--
cancelled
created argument
created bound
released argument
released bound
end
