--TEST--
isCompleted() and isCancelled() after every kind of outcome
--DESCRIPTION--
Rules: FU-10, FU-11, FU-12
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};

use Async\AsyncCancellation;
function show(string $what, FutureState $s): void {
    $f = new Future($s);
    echo $what, ': ', json_encode([$f->isCompleted(), $f->isCancelled(), $s->isCompleted()]), "\n";
    $f->ignore();
}
$s = new FutureState(); show('pending', $s);
$s = new FutureState(); $s->complete(42); show('complete', $s);
$s = new FutureState(); $s->error(new RuntimeException()); show('error', $s);
$s = new FutureState(); $s->error(new AsyncCancellation('c')); show('cancellation', $s);
$s = new FutureState(); $s->error(new Async\OperationCanceledException('c')); show('its subclass', $s);
$s = new FutureState(); (new Future($s))->cancel(); show('cancel()', $s);
show('failed()', (function () { $s = new FutureState(); $s->error(new Error('e')); return $s; })());
--EXPECT--
pending: [false,false,false]
complete: [true,false,true]
error: [true,false,true]
cancellation: [true,true,true]
its subclass: [true,true,true]
cancel(): [true,true,true]
failed(): [true,false,true]
