--TEST--
A pending future keeps the event loop alive: the script waits for the signal, also behind its last line
--DESCRIPTION--
Rules: SG-8, SH-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use Async\Signal; use function Async\{signal, spawn, await, delay}; $pid = getmypid();', [
    'derived from' => 'exec("(sleep 0.2; kill -USR1 $pid) >/dev/null 2>&1 &");
        $f = signal(Signal::SIGUSR1)->map(function ($s) { echo "$s->name\n"; })->ignore(); echo "last line\n";',
    'in a coroutine' => 'exec("(sleep 0.2; kill -USR1 $pid) >/dev/null 2>&1 &");
        spawn(function () { echo await(signal(Signal::SIGUSR1))->name, "\n"; }); echo "last line\n";',
    'no deadlock' => 'exec("(sleep 0.2; kill -USR1 $pid) >/dev/null 2>&1 &");
        $f = signal(Signal::SIGUSR1)->ignore(); $state = new Async\FutureState(); $f->map(fn() => $state->complete("released"))->ignore();
        echo await(new Async\Future($state)), "\n";',
]);
--EXPECT--
-- derived from
last line
SIGUSR1
[status 0]
-- in a coroutine
last line
SIGUSR1
[status 0]
-- no deadlock
released
[status 0]
