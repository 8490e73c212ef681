--TEST--
EH-10, EH-11, TR-22: the child-scope handler sees only what comes from below
--DESCRIPTION--
Rules: EH-10, EH-11, TR-22
Order: dependent
--FILE--
<?php
use function Async\{suspend};
use Async\{Scope, Coroutine};

$p = Scope::inherit()->asNotSafely();
$p->setChildScopeExceptionHandler(fn(Scope $s, Coroutine $c, Throwable $e) => print "child: {$e->getMessage()}\n");
$k = Scope::inherit($p)->asNotSafely();
$k->spawn(fn() => throw new RuntimeException("kb"));
suspend(); suspend();
var_dump($p->isFinished(), $p->isCancelled(), $k->isCancelled());

$p->setExceptionHandler(fn(Scope $s, Coroutine $c, Throwable $e) => print "own: {$e->getMessage()}\n");
$p->spawn(fn() => throw new Exception('of the scope itself'));
Scope::inherit($p)->spawn(fn() => throw new Exception('cancelled before the start'));
$k = Scope::inherit(Scope::inherit($p));
$k->spawn(fn() => throw new Exception('two levels below'));
suspend();
$p->setChildScopeExceptionHandler(fn($s, $c, $e) => throw new LogicException("child handler throws"));
$k = Scope::inherit($p);
$k->spawn(fn() => throw new Exception('from below'));
suspend();
$p->setExceptionHandler(function ($s, $c, $e) { for (; $e; $e = $e->getPrevious()) echo $e->getMessage(), '; '; echo "\n"; });
$k = Scope::inherit($p);
$k->spawn(fn() => throw new Exception('from below again'));
suspend();
--EXPECT--
child: kb
bool(true)
bool(false)
bool(true)
own: of the scope itself
child: two levels below
own: child handler throws
child handler throws; from below again;
