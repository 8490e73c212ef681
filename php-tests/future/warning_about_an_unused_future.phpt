--TEST--
A future that was not used is a warning when its state goes
--DESCRIPTION--
Rules: FU-38, FU-41
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, delay, spawn, suspend, timeout};
set_error_handler(function (int $level, string $text) {
    echo $level === E_WARNING ? 'Warning: ' : "$level: ", str_replace(__FILE__, 'F', $text), "\n";
    return true;
});

$s = new FutureState(); unset($s);
$s = new FutureState(); $f = new Future($s); $s->complete(1); unset($s, $f);
Future::completed(1);
echo "-- what counts as use\n";
$f = Future::completed(1); $f->await();
$f = Future::completed(1); await($f);
$f = Future::completed(1); Async\await_all([$f]);
$f = Future::completed(1); $f->map(fn() => 1)->await();
$f = Future::completed(1); $f->catch(fn() => 1)->await();
$f = Future::completed(1); $f->finally(fn() => 1)->await();
$f = Future::completed(1); try { await(Future::completed(2), $f); } catch (Throwable) {}
$f = Future::completed(1); $f->ignore();
$s = new FutureState(); $s->ignore();
unset($f, $s);
echo "-- what does not\n";
$f = Future::completed(1);
$f->isCompleted(); $f->isCancelled(); $f->cancel(); $f->getAwaitingInfo(); $f->getCreatedLocation(); $f->getCompletedFileAndLine();
unset($f);
--EXPECT--
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at F:9
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at F:10
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at F:11
-- what counts as use
-- what does not
Warning: Future was never used; call await(), map(), catch(), finally() or ignore() to suppress this warning. Created at F:24
