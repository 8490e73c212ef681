--TEST--
A wait in __debugInfo() is not interrupted: the function that shows the object throws the cancellation at its end
--DESCRIPTION--
Rules: CN-20, SH-14, SH-21
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children(<<<'PHP'
use Async\AsyncCancellation;
use function Async\{await, delay, graceful_shutdown, spawn, suspend};
class Lazy
{
    static $waits = 0;
    function __debugInfo() { self::$waits++; delay(10); return ['rows' => 1]; }
}
function begun(callable $show): Async\Coroutine
{
    $coroutine = spawn(function () use ($show) { $text = $show(new Lazy); echo "never\n"; return $text; });
    while (!Lazy::$waits) suspend();
    return $coroutine;
}
function outcome(Async\Coroutine $coroutine): void
{
    try { echo strlen(await($coroutine)), "\n"; } catch (AsyncCancellation $e) { echo "cancelled\n"; }
}
$print = fn($value) => print_r($value, true);
PHP, [
    'print_r' => '$c = begun($print); $c->cancel(); outcome($c); echo "alive\n";',
    'var_dump' => '$c = begun(function ($value) { ob_start(fn() => ""); var_dump($value); ob_end_clean(); }); $c->cancel(); outcome($c);',
    'debug_zval_dump' => '$c = begun(function ($value) { ob_start(fn() => ""); debug_zval_dump($value); ob_end_clean(); });
        $c->cancel(); outcome($c);',
    'several objects' => '$c = begun(fn($value) => $print([$value, new Lazy, [new Lazy]])); $c->cancel(); outcome($c);
        echo Lazy::$waits, "\n";',
    'graceful shutdown' => '$c = begun($print); graceful_shutdown();',
    'exit elsewhere' => '$c = begun($print); spawn(function () { exit(7); }); delay(60_000);',
    'the fatal error of an exception of its own' => 'ini_set("display_errors", 0);
        register_shutdown_function(fn() => print strtok(error_get_last()["message"], "\n") . "\n");
        class Bad { function __debugInfo() { delay(1); throw new Exception("own"); } } await(spawn(fn() => print_r(new Bad, true)));',
]);
--EXPECT--
-- print_r
cancelled
alive
[status 0]
-- var_dump
cancelled
[status 0]
-- debug_zval_dump
cancelled
[status 0]
-- several objects
cancelled
3
[status 0]
-- graceful shutdown

[status 0]
-- exit elsewhere

[status 7]
-- the fatal error of an exception of its own
__debuginfo() must return an array
[status 255]
