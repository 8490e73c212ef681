--TEST--
EH-5: cancellations that leave several finally handlers surface as little as one does, and change no exit status
--DESCRIPTION--
Rules: EH-5, CO-35, SC-64, SH-14, SH-24
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$two_wait = '$c = spawn(fn() => 1); $c->finally(fn() => delay(100_000)); $c->finally(fn() => delay(100_000)); await($c); ';
$scripts = [
    'graceful_shutdown()' => $two_wait . 'graceful_shutdown();',
    'exit in a coroutine' => $two_wait . 'spawn(function () { exit(3); });',
    'time limits' => '$c = spawn(fn() => 1);
        foreach ([1, 2] as $i) $c->finally(fn() => await(spawn(fn() => delay(20)), timeout(2)));
        await($c);',
    'cancelled scope' => '$s = new Async\Scope; $c = $s->spawn(fn() => 1);
        $c->finally(fn() => delay(100_000)); $c->finally(fn() => delay(100_000)); await($c); $s->cancel();',
    'handlers of a scope' => '$s = new Async\Scope; $s->spawn(fn() => 1);
        $s->finally(fn() => delay(100_000)); $s->finally(fn() => delay(100_000));
        suspend(); $s->dispose(); suspend(); graceful_shutdown();',
    'deadlock' => '$c = spawn(fn() => 1);
        foreach ([1, 2] as $i) $c->finally(function () { await(new Async\Future(new Async\FutureState)); });
        await($c);',
];
foreach ($scripts as $name => $script) {
    echo "-- $name\n";
    $imports = 'use function Async\{spawn, suspend, await, delay, timeout, graceful_shutdown};';
    print_child(child_php("<?php $imports\n$script", ['async.debug_deadlock' => 0]));
}
--EXPECT--
-- graceful_shutdown()

[status 0]
-- exit in a coroutine

[status 3]
-- time limits

[status 0]
-- cancelled scope

[status 0]
-- handlers of a scope

[status 0]
-- deadlock

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 2 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
