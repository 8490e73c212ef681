--TEST--
SH-2, SH-10: coroutines of an exception handler that launches the scheduler run before the shutdown functions
--DESCRIPTION--
Rules: SH-2, SH-4, SH-10, OD-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const HEAD = 'use function Async\{spawn, suspend};';

run_children(HEAD, [
    'before a shutdown function' => <<<'PHP'
        register_shutdown_function(fn() => print "shutdown\n");
        set_exception_handler(function ($e) { echo $e->getMessage(), "\n"; spawn(fn() => print "coroutine\n"); });
        throw new Exception('handled');
        PHP,
    'before one that the handler registers' => <<<'PHP'
        set_exception_handler(function ($e) {
            register_shutdown_function(function () {
                spawn(fn() => print "coroutine of it\n");
                echo "shutdown\n";
            });
            spawn(fn() => print "coroutine\n");
            suspend();
            echo $e->getMessage(), "\n";
        });
        throw new Exception('handled');
        PHP,
    'what the handler throws comes after them' => <<<'PHP'
        register_shutdown_function(fn() => print "shutdown\n");
        set_exception_handler(function () {
            spawn(function () { try { suspend(); } finally { echo "cancelled\n"; } });
            suspend();
            throw new LogicException('of the handler');
        });
        throw new Exception('handled');
        PHP,
    'a cancellation leaves it silently' => <<<'PHP'
        register_shutdown_function(fn() => print "shutdown\n");
        set_exception_handler(function () { throw new Async\AsyncCancellation('silent'); });
        throw new Exception('handled');
        PHP,
    'exit in the handler' => <<<'PHP'
        register_shutdown_function(fn() => print "shutdown\n");
        set_exception_handler(function () { spawn(fn() => print "coroutine\n"); exit(5); });
        throw new Exception('handled');
        PHP,
]);
--EXPECTF--
-- before a shutdown function
handled
coroutine
shutdown
[status 0]
-- before one that the handler registers
coroutine
handled
shutdown
coroutine of it
[status 0]
-- what the handler throws comes after them
cancelled

Fatal error: Uncaught LogicException: of the handler in child.php:7
Stack trace:
#0 [internal function]: {closure%S}(Object(Exception))
#1 {main}
  thrown in child.php on line 7
shutdown
[status 255]
-- a cancellation leaves it silently
shutdown
[status 0]
-- exit in the handler
coroutine
shutdown
[status 5]
