--TEST--
SC-27: a scope with nothing but an idle child waits for its timer
--DESCRIPTION--
Rules: SC-27
Order: dependent
--FILE--
<?php
use Async\Scope;

$p = new Scope;
$k = Scope::inherit($p);
$p->disposeAfterTimeout(5);
register_shutdown_function(fn() => var_dump($p->isClosed(), $k->isClosed()));
echo "main ends\n";
--EXPECT--
main ends
bool(true)
bool(false)
