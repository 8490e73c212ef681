--TEST--
EH-12, CO-35: a later failure carries the earlier one as previous; main does not go on
--DESCRIPTION--
Rules: EH-15, CO-35, SH-23, EH-13
Order: dependent
--FILE--
<?php
use function Async\{suspend, current_coroutine};
use Async\Scope;

$parent = new Scope;
$parent->spawn(function () {
    current_coroutine()->finally(function () { throw new RuntimeException('from finally'); });
    suspend(); suspend(); suspend(); suspend();
});
$child = Scope::inherit($parent);
$child->spawn(function () { suspend(); undefined_function(); });
suspend(); suspend(); suspend();
echo "not reached\n";
--EXPECTF--
Fatal error: Uncaught Error: Call to undefined function undefined_function() in %s:11
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}

Next RuntimeException: from finally in %s:7
Stack trace:
#0 [internal function]: {closure%S}(Object(Async\Coroutine))
#1 {main}
  thrown in %s on line 7
