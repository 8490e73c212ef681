--TEST--
SC-62, SC-63: finally() with other callables, on a released and on a merely closed scope
--DESCRIPTION--
Rules: SC-62, SC-63, SC-61
Order: dependent
--FILE--
<?php
use function Async\suspend;
use Async\Scope;

$s = new Scope;
foreach (['no function', null, 5] as $bad) {
    try { $s->finally($bad); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
}
try { $s->finally(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
class Handler { function method($x) { echo 'method ', get_class($x), "\n"; } static function stat() { echo "static\n"; } }
$s->finally([new Handler, 'method']);
$s->finally('Handler::stat');
$s->dispose();
suspend();
$s->finally(function ($x) { echo "registered on a closed scope, runs when the object goes: "; var_dump($x); });
suspend();
echo "-\n";
unset($s);
suspend();

$s = new Scope;
$s->spawn(function () { suspend(); suspend(); });
suspend();
$s->cancel();
$s->finally(fn() => print "registered while cancelled\n");
suspend();
$s->finally(function ($x) use ($s) { echo "released: at once "; var_dump($x === $s); });
try { $s->finally(fn() => throw new Exception('to the caller')); } catch (Exception $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
Async\Scope::finally(): Argument #1 ($callback) argument must be callable
Async\Scope::finally(): Argument #1 ($callback) argument must be callable
Async\Scope::finally(): Argument #1 ($callback) argument must be callable
Async\Scope::finally() expects exactly 1 argument, 0 given
method Async\Scope
static
-
registered on a closed scope, runs when the object goes: NULL
registered while cancelled
released: at once bool(true)
to the caller
