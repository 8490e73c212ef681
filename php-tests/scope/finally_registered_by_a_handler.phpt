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
$done = false;
$s->finally(function ($x) use (&$done) {
    echo "first\n";
    $x->finally(function () use (&$done) { echo "added\n"; $done = true; });
    delay(1);
    echo "first ends, closed ", var_export($x->isClosed(), true), "\n";
});
$s->cancel();
while (!$done) delay(1);
suspend();
try { $s->setExceptionHandler(fn() => 1); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
first
first ends, closed true
added
Scope object has been disposed
