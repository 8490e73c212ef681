--TEST--
CO-22: the trace of a coroutine that waits in a destructor which unwinding runs does not take its lines from other code
--DESCRIPTION--
Rules: CO-22
Order: independent
--FILE--
<?php
final class Waits
{
    function __destruct() { while (!$GLOBALS['seen']) Async\suspend(); }
}

function thrower(): void
{
    $waits = new Waits;
    throw new Exception;
}

$seen = false;
$coroutine = Async\spawn(function () {
    try {
        thrower();
    } catch (Exception) {
    }
});
while ($coroutine->getTrace(0) === null) Async\suspend();
$other = eval(str_repeat("\n", 200) . 'return function () { try { throw new Exception; } catch (Exception $e) {} };');
$other();
unset($other);
$known = array_filter($coroutine->getTrace(0), fn(array $frame) => isset($frame['line']) && $frame['line'] > 25);
echo count($coroutine->getTrace(0)) > 1 ? 'frames' : 'none', ', ', $known ? json_encode($known) : 'lines of this file', "\n";
$seen = true;
?>
--EXPECT--
frames, lines of this file
