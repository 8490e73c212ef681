--TEST--
SC-5, SP-11: a Scope provides itself
--DESCRIPTION--
Rules: SC-5, SP-11, AP-2
Order: independent
--FILE--
<?php
use Async\{Scope, ScopeProvider, SpawnStrategy};

$s = new Scope;
var_dump($s instanceof ScopeProvider, $s instanceof Async\Awaitable, $s->provideScope() === $s);
var_dump(is_subclass_of(SpawnStrategy::class, ScopeProvider::class), (new ReflectionClass(Scope::class))->isFinal());
try { $s->provideScope(1); } catch (ArgumentCountError $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
Async\Scope::provideScope() expects exactly 0 arguments, 1 given
