--TEST--
EX-5: CompositeException keeps what was added, in order
--DESCRIPTION--
Rules: EX-5
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
try { throw $c; } catch (Exception $e) { echo count($e->getExceptions()), "\n"; }
--EXPECT--
string(7) "several"
array(0) {
}
bool(true)
TypeError
4
