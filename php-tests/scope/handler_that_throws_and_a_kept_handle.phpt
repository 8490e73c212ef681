--TEST--
EH-12, EH-4: with a kept handle the merged exception waits to be asked for
--DESCRIPTION--
Rules: EH-12, EH-4, EX-7
Order: dependent
--FILE--
<?php
use function Async\{suspend, await};
use Async\Scope;

$s = new Scope;
$s->setExceptionHandler(fn($s, $c, $e) => throw new LogicException('handler'));
$c = $s->spawn(fn() => throw new RuntimeException('body'));
suspend();
try { await($c); } catch (LogicException $e) { echo $e->getMessage(), ', previous ', $e->getPrevious()->getMessage(), "\n"; }
var_dump($s->isCancelled());

// handled one level above
$p = new Scope;
$p->setExceptionHandler(fn($s, $c, $e) => print get_class($e) . ' ' . $e->getPrevious()->getMessage() . "\n");
$k = Scope::inherit($p);
$k->setExceptionHandler(fn($s, $c, $e) => throw new LogicException('handler of the child'));
$c = $k->spawn(fn() => throw new RuntimeException('body'));
suspend();
echo get_class($c->getException()), "\n";
var_dump($p->isCancelled(), $k->isCancelled());
--EXPECT--
handler, previous body
bool(true)
LogicException body
RuntimeException
bool(false)
bool(true)
