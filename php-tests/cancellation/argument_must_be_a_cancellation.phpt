--TEST--
CN-2: cancel() takes null or an AsyncCancellation; anything else is a TypeError and cancels nothing
--DESCRIPTION--
Rules: CN-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await};
use Async\{AsyncCancellation, OperationCanceledException};

$c = spawn(fn() => 'ran');
foreach ([new Exception('x'), 'text', 1, new stdClass] as $bad) {
    try { $c->cancel($bad); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
var_dump($c->isCancellationRequested(), await($c));
class Mine extends AsyncCancellation { }
$d = spawn(fn() => 1); $d->cancel(new Mine('subclass'));
try { await($d); } catch (Mine $e) { echo get_class($e), ' ', $e->getMessage(), "\n"; }
$f = spawn(fn() => 1); $f->cancel(null);
try { await($f); } catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; }
$g = spawn(fn() => 1); $g->cancel(new OperationCanceledException('also one'));
try { await($g); } catch (OperationCanceledException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, string given
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, int given
Async\Coroutine::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, stdClass given
bool(false)
string(3) "ran"
Mine subclass
Coroutine cancelled
also one
