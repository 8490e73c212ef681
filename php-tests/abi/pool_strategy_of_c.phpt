--TEST--
A strategy of C functions, and one of PHP for a pool that has no PHP object
--DESCRIPTION--
Rules: ABI-48, ABI-49, CB-5, CB-6, CB-8, CB-9
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
async_test_pool_strategy(new class implements Async\CircuitBreakerStrategy {
    public function reportSuccess(mixed $source): void { var_dump($source); }
    public function reportFailure(mixed $source, Throwable $error): void {
        echo get_class($error), ": ", $error->getMessage(), "\n";
        var_dump($source);
    }
    public function shouldRecover(): bool { return true; }
});
?>
--EXPECT--
made 1
C strategy: success
C strategy: failure, Exception: Resource validation failed
Exception: Resource validation failed
NULL
