--TEST--
CO-21: where the coroutine of a Fiber was suspended last: in Fiber::suspend(), or where the Fiber waited
--DESCRIPTION--
Rules: CO-21, FI-2, FI-12
Order: independent
--FILE--
<?php
use function Async\{await, delay, spawn};
use Async\{AsyncCancellation, Coroutine};

// Reading may suspend.
define('LINES', file(__FILE__));

function show(string $when, Coroutine $c): void {
    [$file, $line] = $c->getSuspendFileAndLine();
    $consistent = $c->getSuspendLocation() === ($file === null ? 'unknown' : "$file:$line");
    echo "$when: ", $file === null ? 'nowhere' : trim(LINES[$line - 1]), $consistent ? '' : ' ?', "\n";
}
function park(): void {
    Fiber::suspend('in a function');
}

$before = new Fiber(function () {
    Fiber::suspend('before');
});
$before->start();
show('parked before the launch', $before->getCoroutine());

function demonstrate(): void {
    $f = new Fiber(function () {
        $own = Fiber::getCurrent()->getCoroutine();
        show('not yet', $own);
        park();
        show('resumed', $own);
        await(spawn(fn() => show('while it waits', $own)));
        show('awake', $own);
        $inner = new Fiber(function () use ($own) {
            delay(2);
            show('driving', $own);
            show('inner', Fiber::getCurrent()->getCoroutine());
        });
        $inner->start();
        try {
            Fiber::suspend('to be cancelled');
        } catch (AsyncCancellation) {
            Fiber::suspend('after it');
        }
    });
    $f->start();
    $own = $f->getCoroutine();
    show('parked', $own);
    $f->resume();
    show('parked again', $own);
    $own->cancel();
    delay(10);
    show('cancelled', $own);
    $f->resume();
    show('ended', $own);
}
demonstrate();
await(spawn(demonstrate(...)));
--EXPECT--
parked before the launch: Fiber::suspend('before');
not yet: nowhere
parked: Fiber::suspend('in a function');
resumed: Fiber::suspend('in a function');
while it waits: await(spawn(fn() => show('while it waits', $own)));
awake: await(spawn(fn() => show('while it waits', $own)));
driving: $inner->start();
inner: delay(2);
parked again: Fiber::suspend('to be cancelled');
cancelled: Fiber::suspend('after it');
ended: Fiber::suspend('after it');
not yet: nowhere
parked: Fiber::suspend('in a function');
resumed: Fiber::suspend('in a function');
while it waits: await(spawn(fn() => show('while it waits', $own)));
awake: await(spawn(fn() => show('while it waits', $own)));
driving: $inner->start();
inner: delay(2);
parked again: Fiber::suspend('to be cancelled');
cancelled: Fiber::suspend('after it');
ended: Fiber::suspend('after it');
