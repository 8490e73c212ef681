--TEST--
A queued coroutine that is resumed with an error before it has begun ends with that
--DESCRIPTION--
Rules: ABI-102, ABI-115, ABI-119
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

function outcome($coroutine) {
    try {
        return var_export(await($coroutine), true);
    } catch (Throwable $e) {
        $text = get_class($e) . ': ' . $e->getMessage();
        return $e->getPrevious() ? "$text, before: " . $e->getPrevious()->getMessage() : $text;
    }
}

$body = fn() => print("body\n");
$c = spawn($body);
var_dump(async_test_co_resume($c, new Exception('one')));
echo outcome($c), ', ', async_test_co_flags($c), "\n";

$c = spawn($body);
async_test_co_resume($c, new Exception('one'));
async_test_co_resume($c, new Exception('two'));
async_test_co_resume($c);
echo outcome($c), "\n";

$c = spawn($body);
async_test_co_resume($c, new Exception('one'));
$c->cancel();
echo outcome($c), "\n";

$c = spawn($body);
$c->cancel();
async_test_co_resume($c, new Exception('one'));
echo outcome($c), "\n";

// Nothing waits for it: its scope is asked.
$scope = new Async\Scope;
$scope->setExceptionHandler(function ($scope, $coroutine, $e) {
    echo 'handler of the scope: ', $e->getMessage(), "\n";
});
$c = $scope->spawn($body);
async_test_co_resume($c, new Exception('three'));
unset($c);
suspend();
suspend();

// Without an error it only begins.
$c = spawn(fn() => 'begun');
var_dump(async_test_co_resume($c));
echo outcome($c), "\n";
?>
--EXPECT--
bool(true)
Exception: one, started false, cancelled false, finished true
Exception: two, before: one
Async\AsyncCancellation: Coroutine cancelled, before: one
Exception: one, before: Coroutine cancelled
handler of the scope: three
bool(true)
'begun'
