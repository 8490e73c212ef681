--TEST--
SC-60, CO-30: coroutine handlers, then those of the child's, then the scope's; the failure of one surfaces
--DESCRIPTION--
Rules: SC-60, SC-51, CO-30, SC-64, SH-21
Order: dependent
--FILE--
<?php
use function Async\{suspend, current_coroutine};
use Async\Scope;

$s = new Scope;
$s->spawn(function () {
    $me = current_coroutine();
    foreach ([1, 2] as $i) $me->finally(function () use ($i) { echo "f$i\n"; });
    $me->finally(function () { echo "f3\n"; throw new RuntimeException('f3'); });
    suspend();
});
$child = Scope::inherit($s);
$child->spawn(function () { current_coroutine()->finally(function () { echo "cf\n"; }); suspend(); });
suspend();
$s->finally(function () { echo "sf\n"; });
echo "cancelling\n";
$s->cancel();
suspend();
echo "not reached\n";
--EXPECTF--
cancelling
f1
f2
f3
cf
sf

Fatal error: Uncaught RuntimeException: f3 in %s:9
Stack trace:
#0 [internal function]: {closure%S}(Object(Async\Coroutine))
#1 {main}
  thrown in %s on line 9
