--TEST--
CO-22: getTrace() of the coroutine of a Fiber that waits or drives another gives the Fiber's frames
--DESCRIPTION--
Rules: CO-22, FI-2, FI-12
Order: independent
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

function show(string $when, Fiber $f): void {
    $trace = $f->getCoroutine()->getTrace(0);
    echo "$when: ", $trace === null ? 'none' : implode(', ', array_map(
        fn($frame) => preg_replace('/\{closure.*/', '{closure}', $frame['function'])
            . (isset($frame['line']) ? " ($frame[line])" : ''), $trace)), "\n";
}
function wait(Fiber $self): void {
    await(spawn(fn() => show('waits', $self)));
}
function drive(Fiber $self): void {
    $inner = new Fiber(function () use ($self) {
        show('drives', $self);
        await(spawn(fn() => show('drives one that waits', $self)));
        wait(Fiber::getCurrent());
        Fiber::suspend();
    });
    $inner->start();
    show('drives no more', $self);
}
function demonstrate(): void {
    $f = new Fiber(function (string $argument) {
        wait(Fiber::getCurrent());
        drive(Fiber::getCurrent());
        try {
            Fiber::suspend();
        } finally {
            echo "cancelled\n";
            wait(Fiber::getCurrent());
        }
    });
    $f->start('argument');
    show('parked', $f);
    // On a stack of its own.
    $f->getCoroutine()->cancel();
    delay(10);
    show('ended', $f);
    $f = new Fiber(function () { Fiber::suspend(); });
    $f->start();
    // All of it, with objects and arguments.
    $trace = $f->getCoroutine()->getTrace();
    var_dump(count($trace), count($f->getCoroutine()->getTrace(0, 1)));
    $f->resume();
}
echo "main drives\n";
suspend();
demonstrate();
echo "a coroutine drives\n";
await(spawn(demonstrate(...)));
--EXPECT--
main drives
waits: Async\await (11), wait (25), {closure}
drives: start (20), drive (26), {closure}
drives one that waits: start (20), drive (26), {closure}
waits: Async\await (11), wait (17), {closure}
drives no more: none
parked: suspend (28), {closure}
cancelled
waits: Async\await (11), wait (31), {closure}
ended: none
int(2)
int(1)
a coroutine drives
waits: Async\await (11), wait (25), {closure}
drives: start (20), drive (26), {closure}
drives one that waits: start (20), drive (26), {closure}
waits: Async\await (11), wait (17), {closure}
drives no more: none
parked: suspend (28), {closure}
cancelled
waits: Async\await (11), wait (31), {closure}
ended: none
int(2)
int(1)
