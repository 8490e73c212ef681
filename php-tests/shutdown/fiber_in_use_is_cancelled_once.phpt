--TEST--
SH-21, SH-22, DD-3: code in a Fiber that a coroutine drives sees one cancellation, and its cleanup may suspend
--DESCRIPTION--
Rules: SH-21, SH-22, DD-3, FI-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$program = <<<'PHP'
<?php
use function Async\{spawn, await, delay, suspend, graceful_shutdown};

$one = spawn(function () use (&$other) { await($other); });
$other = spawn(function () use ($one) { await($one); });
function work(string $name): void
{
    try {
        await($GLOBALS['one']);
    } catch (Async\AsyncCancellation $e) {
        echo "$name: {$e->getMessage()}\n";
        delay(1);
        suspend();
        echo "$name: cleaned up\n";
    }
}
spawn(function () { $fiber = new Fiber(work(...)); $fiber->start('driven'); });
spawn(function () {
    $inner = new Fiber(work(...));
    $outer = new Fiber(function () use ($inner) { $inner->start('nested'); echo "outer goes on\n"; });
    $outer->start();
});
// Its coroutine was cancelled before, and drives it itself since.
$own = new Fiber(function () { try { Fiber::suspend(); } finally { work('by its coroutine'); } });
$own->start();
spawn(fn() => $own->getCoroutine()->cancel());
delay(1);
if ($argv[1] === 'shutdown') {
    spawn(graceful_shutdown(...));
}
PHP;

foreach (['shutdown', 'deadlock'] as $end) {
    $r = child_php($program, ['async.debug_deadlock' => 0, 'async.sim_time' => 1, 'display_errors' => 0], args: [$end]);
    echo $r['out'], "$end {$r['status']}\n";
}
--EXPECT--
driven: Graceful shutdown
nested: Graceful shutdown
by its coroutine: Graceful shutdown
driven: cleaned up
nested: cleaned up
by its coroutine: cleaned up
outer goes on
shutdown 0
driven: Deadlock detected
nested: Deadlock detected
by its coroutine: Deadlock detected
driven: cleaned up
nested: cleaned up
by its coroutine: cleaned up
outer goes on
deadlock 255
