--TEST--
A pending future keeps the event loop alive: the script waits for the signal, also behind its last line
--DESCRIPTION--
Rules: SG-8, SH-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use Async\Signal; use function Async\{signal, spawn, await, delay};
function later() { exec("(sleep 0.2; kill -USR1 " . getmypid() . ") >/dev/null 2>&1 &"); }', [
    'derived from' => '$f = signal(Signal::SIGUSR1)->map(function ($s) { echo "$s->name\n"; })->ignore();
        later(); echo "last line\n";',
    'in a coroutine' => 'spawn(function () { $f = signal(Signal::SIGUSR1); later(); echo await($f)->name, "\n"; }); echo "last line\n";',
    'no deadlock' => '$f = signal(Signal::SIGUSR1)->ignore(); later(); $state = new Async\FutureState();
        $f->map(fn() => $state->complete("released"))->ignore(); echo await(new Async\Future($state)), "\n";',
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
