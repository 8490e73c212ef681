--TEST--
A source counts as caught when the rejection of what was derived from it is; ignoring that silences it alone
--DESCRIPTION--
Rules: FU-30, FU-40, FU-43, FU-44
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};
set_error_handler(function (int $level, string $text) {
    echo $level === E_WARNING ? 'Warning: ' : "$level: ", str_replace(__FILE__, 'F', $text), "\n";
    return true;
});

echo "-- awaited\n";
$s = new FutureState(); $f = new Future($s);
$d = $f->map(fn() => 1)->finally(fn() => 2);
$w = spawn(function () use ($d) { try { $d->await(); } catch (LogicException) { echo "awaited\n"; } });
while (!$w->getAwaitingInfo()) suspend();
$s->error(new LogicException('a'));
await($w);
unset($s, $f, $d, $w);
echo "-- nobody\n";
$s = new FutureState(); $f = new Future($s);
$d = $f->map(fn() => 1);
$s->error(new LogicException('b'));
while (!$d->isCompleted()) suspend();
unset($s, $f, $d);
echo "-- ignored\n";
$s = new FutureState();
$f = new Future($s);
$f->finally(fn() => null)->ignore();
$s->error(new Exception('boom'));
unset($f, $s);
echo "Done\n";
--EXPECT--
-- awaited
awaited
-- nobody
Warning: Unhandled exception in Future: b; use catch() or ignore() to handle. Created at F:18, completed at F:20
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at F:19
Warning: Unhandled exception in Future: b; use catch() or ignore() to handle. Created at F:19
-- ignored
Done
Warning: Unhandled exception in Future: boom; use catch() or ignore() to handle. Created at F:24, completed at F:27
