--TEST--
What is called on the main stack has room for 4 MiB of locals in a coroutine, in main, in a Fiber and nested
--DESCRIPTION--
Rules: ABI-142
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

echo "before the launch: ", async_test_main_stack("plain"), "\n";
$address = async_test_main_stack_address();
suspend();
echo "main: ", async_test_main_stack("plain"), "\n";
await(spawn(function () use ($address) {
    echo "coroutine: ", async_test_main_stack("plain"), "\n";
    $distance = abs(async_test_main_stack_address() - $address);
    echo "on the stack of main: ", var_export($distance < 1024 * 1024, true), "\n";
    suspend();
    echo async_test_main_stack("nested"), "\n";
    try {
        async_test_main_stack("throw");
    } catch (Error $e) {
        echo get_class($e), ": ", $e->getMessage(), "\n";
    }
    try {
        async_test_main_stack("suspend");
        echo "not reached\n";
    } catch (Async\AsyncException $e) {
        echo substr($e->getMessage(), 0, 26), "\n";
    }
    echo "calls PHP: ", async_test_main_stack("call", function () {
        $GLOBALS['spawned'] = spawn(fn() => print("spawned\n"));
        echo "inside, ";
        try {
            (new Fiber(fn() => print("not reached\n")))->start();
        } catch (FiberError $e) {
            echo $e->getMessage(), ", ";
        }
    }), "\n";
    await($GLOBALS['spawned']);
    $fiber = new Fiber(function () {
        echo "Fiber of a coroutine: ", async_test_main_stack("plain"), "\n";
        async_test_main_stack("call", function () {
            try {
                Fiber::suspend();
            } catch (FiberError $e) {
                echo $e->getMessage(), "\n";
            }
        });
        Fiber::suspend();
        echo "gone on: ", async_test_main_stack("plain"), "\n";
    });
    $fiber->start();
    $fiber->resume();
}));
$fiber = new Fiber(function () {
    echo "Fiber of main: ", async_test_main_stack("plain"), "\n";
    await(spawn(function () {
        echo "coroutine while main is in a Fiber: ", async_test_main_stack("plain"), "\n";
        suspend();
    }));
    Fiber::suspend();
});
$fiber->start();
$fiber->resume();
try {
    async_test_main_stack("suspend");
    echo "not reached\n";
} catch (Async\AsyncException $e) {
    echo substr($e->getMessage(), 0, 26), "\n";
}
?>
--EXPECT--
before the launch: here
main: here
coroutine: elsewhere
on the stack of main: true
nested, elsewhere
Error: thrown on the main stack
Cannot suspend a coroutine
calls PHP: inside, Cannot switch fibers in current execution context, elsewhere
spawned
Fiber of a coroutine: elsewhere
Cannot switch fibers in current execution context
gone on: elsewhere
Fiber of main: elsewhere
coroutine while main is in a Fiber: elsewhere
Cannot suspend a coroutine
