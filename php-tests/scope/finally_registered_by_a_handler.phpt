--TEST--
SC-51, SC-60: a handler registered while handlers run delays the release
--DESCRIPTION--
Rules: SC-51, SC-60
Order: dependent
--FILE--
<?php
use function Async\{suspend, delay};
use Async\Scope;

$s = new Scope;
$s->spawn(function () { suspend(); suspend(); });
suspend();
$s->finally(function ($x) {
    echo "first\n";
    $x->finally(fn() => print "added\n");
    delay(1);
    echo "first ends, closed ", var_export($x->isClosed(), true), "\n";
});
$s->cancel();
delay(5);
try { $s->setExceptionHandler(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
first
first ends, closed true
added
