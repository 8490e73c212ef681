--TEST--
CO-3, CO-4: of the coroutine of a Fiber whose code executes, and of one that waits or drives another
--DESCRIPTION--
Rules: CO-2, CO-3, CO-4, FI-2, FI-12
Order: dependent
--FILE--
<?php
use function Async\{await, current_coroutine, delay, spawn, suspend};

function show(string $when, Fiber $f): void {
    $c = $f->getCoroutine();
    echo $when, $c->isRunning() ? ' running' : '', $c->isSuspended() ? ' suspended' : '', $c->isQueued() ? ' queued' : '', "\n";
}
function demonstrate(): void {
    $f = new Fiber(function () {
        $self = Fiber::getCurrent();
        show('executing:', $self);
        Fiber::suspend();
        $inner = new Fiber(function () use ($self) {
            show('drives:', $self);
            show('inner:', Fiber::getCurrent());
        });
        $inner->start();
        var_dump(current_coroutine()->isRunning());
        show('executing again:', $self);
        delay(1);
    });
    $f->start();
    show('parked:', $f);
    $f->resume();
    show('ended:', $f);

    // What it waits for, or that it waits for nothing, is that of the coroutine that drives it.
    $f = new Fiber(function () {
        $self = Fiber::getCurrent();
        spawn(fn() => show('in suspend():', $self));
        suspend();
        spawn(fn() => show('in delay():', $self));
        delay(10);
        show('awake:', $self);
    });
    $f->start();
}
suspend();
echo "main drives\n";
demonstrate();
echo "a coroutine drives\n";
await(spawn(demonstrate(...)));
--EXPECT--
main drives
executing: running
parked: suspended
drives: suspended
inner: running
bool(true)
executing again: running
ended:
in suspend(): suspended queued
in delay(): suspended
awake: running
a coroutine drives
executing: running
parked: suspended
drives: suspended
inner: running
bool(true)
executing again: running
ended:
in suspend(): suspended queued
in delay(): suspended
awake: running
