--TEST--
EX-5: CompositeException keeps what was added, in order
--DESCRIPTION--
Rules: EX-5, MO-6
Order: independent
--FILE--
<?php
use Async\{AsyncCancellation, CompositeException};

$c = new CompositeException('several');
var_dump($c->getMessage(), $c->getExceptions());
$list = [new Exception('1'), new Error('2'), new AsyncCancellation('3')];
foreach ($list as $e) $c->addException($e);
$c->addException($list[0]);
var_dump($c->getExceptions() === [...$list, $list[0]]);
try { $c->addException('x'); } catch (TypeError $e) { echo get_class($e), "\n"; }
try { $c->addException(); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
try { $c->addException($list[0], $list[1]); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
var_dump(count($c->getExceptions()));
try { throw $c; } catch (Exception $e) { echo count($e->getExceptions()), "\n"; }
--EXPECT--
string(7) "several"
array(0) {
}
bool(true)
TypeError
Async\CompositeException::addException() expects exactly 1 argument, 0 given
Async\CompositeException::addException() expects exactly 1 argument, 2 given
int(4)
4
