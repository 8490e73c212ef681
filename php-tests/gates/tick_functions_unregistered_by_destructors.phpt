--TEST--
CN-21: a tick function that a destructor unregisters while another one is given back is not called any more
--DESCRIPTION--
Rules: CN-21
Order: independent
--FILE--
<?php
use function Async\{await, spawn, suspend};

final class Unregisters
{
    function __construct(private Closure $other) {}
    function __destruct() { unregister_tick_function($this->other); }
}

$called = [];
$unregistered = false;
$b = function () use (&$called) { $called[] = 'b'; };
$a = function ($argument) use (&$called) {
    $called[] = 'a';
    while (!$GLOBALS['unregistered']) suspend();
};
register_tick_function($a, new Unregisters($b));
register_tick_function($b);
$ticking = spawn(function () {
    declare(ticks=1) {
        $x = 1;
    }
});
while (!$called) suspend();
unregister_tick_function($a);
unset($a);
$unregistered = true;
await($ticking);
echo json_encode($called), "\n";
?>
--EXPECT--
["a"]
