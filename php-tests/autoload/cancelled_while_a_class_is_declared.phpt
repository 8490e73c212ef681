--TEST--
Where an autoloader waits for what a class needs that is being declared it is not interrupted: the next wait is, or the end
--DESCRIPTION--
Rules: CN-20, ES-4, SH-21
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children(<<<'PHP'
use Async\AsyncCancellation;
use function Async\{await, delay, graceful_shutdown, protect, spawn, suspend};
$waits = false;
spl_autoload_register(function ($class) use (&$waits) {
    if (in_array($class, ['Logs', 'X', 'Base', 'Face'])) {
        $waits = true;
        delay(20);
    }
    eval([
        'Logs' => 'trait Logs {}', 'Job' => 'class Job { use Logs; }', 'Two' => 'class Two extends Base implements Face { use Logs; }',
        'Base' => 'class Base {}', 'Face' => 'interface Face {}',
        'X' => 'class X extends Y {}', 'Y' => 'class Y {}', 'Par' => 'class Par { function m(): Y {} }',
        'Kid' => 'class Kid extends Par { function m(): X {} }',
    ][$class]);
});
function begun(callable $body): Async\Coroutine
{
    global $waits;
    $coroutine = spawn($body);
    while (!$waits) suspend();
    return $coroutine;
}
function outcome(Async\Coroutine $coroutine): void
{
    try { echo get_class(await($coroutine)), "\n"; } catch (AsyncCancellation $e) { echo "cancelled: {$e->getMessage()}\n"; }
}
PHP, [
    'a trait' => '$c = begun(fn() => new Job); $c->cancel(); outcome($c); echo get_class(new Job), "\n"; var_dump($c->isCancelled());',
    'variance' => '$c = begun(fn() => new Kid); $c->cancel(); outcome($c); echo get_class(new Kid), "\n";',
    'everything' => '$c = begun(fn() => new Two); $c->cancel(); outcome($c); echo get_class(new Two), "\n";',
    'its next wait' => '$c = begun(function () { $job = new Job; echo "declared\n"; delay(1); echo "never\n"; }); $c->cancel();
        outcome($c);',
    'its next suspend' => '$c = begun(function () { $job = new Job; echo "declared\n"; suspend(); echo "never\n"; }); $c->cancel();
        outcome($c);',
    'a wait for another coroutine' => '$d = spawn(fn() => delay(60_000));
        $c = begun(function () use ($d) { new Job; try { await($d); } catch (AsyncCancellation $e) { delay(1); return $e; } });
        $c->cancel(); outcome($c); $d->cancel();',
    'a wait that is protected' => '$c = begun(function () { protect(function () { new Job; delay(1); echo "waited\n"; });
        echo "never\n"; }); $c->cancel(); outcome($c);',
    'the first of two cancellations' => '$c = begun(fn() => new Job); $c->cancel(new AsyncCancellation("first"));
        $c->cancel(new AsyncCancellation("second")); outcome($c);',
    'a token' => '$c = begun(fn() => new Job); try { await($c, Async\timeout(1));
        } catch (Async\OperationCanceledException $e) { echo "gave up\n"; } outcome($c);',
    'graceful shutdown' => '$c = begun(function () { new Job; try { delay(60_000); } finally { echo "left\n"; } }); graceful_shutdown();',
    'exit' => '$c = begun(function () { new Job; try { delay(60_000); } finally { echo "left\n"; } }); spawn(function () { exit(7);
        }); delay(1);',
    'an exception' => 'ini_set("display_errors", 0); $c = begun(function () { new Job; try { delay(60_000);
        } finally { echo "left\n"; } }); throw new Exception;',
    'a fatal error' => 'ini_set("display_errors", 0); $c = begun(function () { new Job; }); ini_set("memory_limit", "8M");
        str_repeat("x", 1 << 28);',
]);
--EXPECT--
-- a trait
cancelled: Coroutine cancelled
Job
bool(true)
[status 0]
-- variance
cancelled: Coroutine cancelled
Kid
[status 0]
-- everything
cancelled: Coroutine cancelled
Two
[status 0]
-- its next wait
declared
cancelled: Coroutine cancelled
[status 0]
-- its next suspend
declared
cancelled: Coroutine cancelled
[status 0]
-- a wait for another coroutine
Async\AsyncCancellation
[status 0]
-- a wait that is protected
waited
cancelled: Coroutine cancelled
[status 0]
-- the first of two cancellations
cancelled: first
[status 0]
-- a token
gave up
Job
[status 0]
-- graceful shutdown
left
[status 0]
-- exit
left
[status 7]
-- an exception
left
[status 255]
-- a fatal error

[status 255]
