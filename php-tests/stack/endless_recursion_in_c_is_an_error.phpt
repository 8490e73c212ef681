--TEST--
FW-6: a recursion without end through functions in C is an Error that names fiber.stack_size, or the memory limit; others go on
--DESCRIPTION--
Rules: FW-6
Order: independent
--INI--
fiber.stack_size=200K
memory_limit=1G
--FILE--
<?php
use function Async\{await, spawn, suspend};

$other = spawn(function () {
    $data = ['x' => str_repeat('v', 20)];
    suspend();
    suspend();
    return $data['x'];
});
$coroutine = spawn(function () {
    $recurse = function () use (&$recurse) {
        usort($GLOBALS['pair'], $recurse);
        return 0;
    };
    $GLOBALS['pair'] = [1, 2];
    try {
        // Each level sorts a pair of its own.
        $recurse = function () use (&$recurse) {
            array_map($recurse, [1]);
        };
        $recurse();
    } catch (Error $e) {
        echo get_class($e), str_contains($e->getMessage(), 'fiber.stack_size') ? ' names fiber.stack_size' : $e->getMessage(), "\n";
        unset($e);
    }
    suspend();
    return array_map(fn($x) => $x + 1, [1])[0];
});
echo await($coroutine), "\n";
echo await($other), "\n";
?>
--EXPECT--
Error names fiber.stack_size
2
vvvvvvvvvvvvvvvvvvvv
