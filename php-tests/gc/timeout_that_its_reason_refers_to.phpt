--TEST--
GC-1, DL-6: a cancelled timeout that its reason refers to is collected, but not while it is waited for
--DESCRIPTION--
Rules: GC-1, GC-2, DL-6
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, Timeout};
use function Async\{await, spawn, suspend, timeout};

final class Reason extends AsyncCancellation { public ?Timeout $of = null; }

function cycle(): WeakReference
{
    $reason = new Reason('given up');
    $reason->of = timeout(60_000);
    $reason->of->cancel($reason);
    return WeakReference::create($reason);
}
$weak = cycle();
var_dump(gc_collect_cycles() > 0, $weak->get());

$limit = timeout(60_000);
$waiting = spawn(fn() => await($limit));
suspend();
$reason = new Reason('while waited for');
$reason->of = $limit;
$limit->cancel($reason);
unset($reason, $limit);
gc_collect_cycles();
try {
    await($waiting);
} catch (Reason $e) {
    var_dump($e->getMessage(), $e->of->isCancelled());
}
--EXPECT--
bool(true)
NULL
string(16) "while waited for"
bool(true)
