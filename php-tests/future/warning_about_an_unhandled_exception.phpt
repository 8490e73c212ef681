--TEST--
An exception that was not handled is a warning when the state goes
--DESCRIPTION--
Rules: FU-38, FU-39, FU-42
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};
set_error_handler(function (int $level, string $text) {
    echo $level === E_WARNING ? 'Warning: ' : "$level: ", str_replace(__FILE__, 'F', $text), "\n";
    return true;
});

echo "-- both\n";
$s = new FutureState();
$s->error(new LogicException('boom'));
unset($s);
echo "-- used, not caught\n";
$s = new FutureState();
$f = new Future($s);
try { await(spawn(fn() => $f->await(timeout(1)))); } catch (Async\OperationCanceledException) { echo "gave up\n"; }
$s->error(new LogicException("with \0 byte"));
unset($s, $f);
echo "-- caught\n";
$f = Future::failed(new LogicException('a')); try { $f->await(); } catch (LogicException) {}
$f = Future::failed(new LogicException('b')); $f->catch(fn() => 1)->await();
$f = Future::failed(new LogicException('c')); try { await(Future::completed(2), $f); } catch (Throwable) {}
$f = Future::failed(new LogicException('d')); Async\await_all([$f]);
$f = Future::failed(new LogicException('e')); $f->ignore();
$s = new FutureState(); $f = new Future($s);
$w = spawn(function () use ($f) { try { $f->await(); } catch (LogicException) {} });
while (!$w->getAwaitingInfo()) suspend();
$s->error(new LogicException('f'));
await($w);
unset($f, $s, $w);
echo "end\n";
--EXPECT--
-- both
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at F:10
Warning: Unhandled exception in Future: boom; use catch() or ignore() to handle. Created at F:10, completed at F:11
-- used, not caught
gave up
Warning: Unhandled exception in Future: with   byte; use catch() or ignore() to handle. Created at F:14, completed at F:17
-- caught
end
