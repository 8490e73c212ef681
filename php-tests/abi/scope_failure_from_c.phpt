--TEST--
catch_or_cancel and spawn_and_throw reach the handlers of PHP code
--DESCRIPTION--
Rules: ABI-136, ABI-141
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
$s = new Async\Scope;
$s->setExceptionHandler(function ($scope, $coroutine, $e) use ($s) {
    echo 'handler: ', $e->getMessage(), ', ', get_class($coroutine), ', same scope ', var_export($scope === $s, true), "\n";
});
async_test_scope_failure($s);
$s->setExceptionHandler(fn($scope, $coroutine, $e) => throw new LogicException('handler throws'));
try {
    async_test_scope_failure($s);
} catch (LogicException $e) {
    echo $e->getMessage(), ', previous ', $e->getPrevious()->getMessage(), "\n";
}
--EXPECT--
handler: from C, Async\Coroutine, same scope true
handled: true
spawn_and_throw: true
handler: from C, Async\Coroutine, same scope true
handler: from a coroutine, Async\Coroutine, same scope true
handled: false
handler throws, previous from C
