--TEST--
C code spawns through a provider and through a strategy
--DESCRIPTION--
Rules: ABI-118, ABI-184
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use Async\{Scope, Coroutine, SpawnStrategy, ScopeProvider};

class Provider implements ScopeProvider {
    function __construct(public $scope) {}
    function provideScope(): ?Scope { echo "provideScope\n"; return $this->scope; }
}
class Strategy extends Provider implements SpawnStrategy {
    function beforeCoroutineEnqueue(Coroutine $c, Scope $s): array { echo "before\n"; return []; }
    function afterCoroutineEnqueue(Coroutine $c, Scope $s): void { echo "after\n"; }
}
$s = new Scope;
async_test_spawn_with_provider($s);
async_test_spawn_with_provider(new Provider($s));
async_test_spawn_with_provider(new Strategy($s));
$s->dispose();
try { async_test_spawn_with_provider(new Provider($s)); } catch (Async\AsyncException $e) { echo $e->getMessage(), "\n"; }
--EXPECT--
C coroutine in the provided scope: true
provideScope
C coroutine in the provided scope: true
provideScope
before
after
C coroutine in the provided scope: true
provideScope
Cannot spawn a coroutine in a closed scope
