--TEST--
SH-7, SD-12: the runtime is off when the engine writes the output buffers at the end
--DESCRIPTION--
Rules: SH-7, SD-12, OB-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const HEAD = <<<'PHP'
    use function Async\{spawn, suspend};
    ob_start(function ($written) {
        try {
            spawn(fn() => print "not reached\n");
        } catch (Async\AsyncException $e) {
            $written .= $e->getMessage() . "\n";
        }
        suspend();
        return $written;
    });
    PHP;

run_children(HEAD, [
    'never used' => 'echo "script\n";',
    'used before' => 'spawn(fn() => print "coroutine\n"); echo "script\n";',
    'after an uncaught exception' => 'spawn(fn() => throw new Exception("x"));',
    'after exit' => 'echo "script\n"; exit(3);',
    'after exit in a shutdown function' => 'register_shutdown_function(function () { echo "script\n"; exit(4); });',
    'after a fatal error in a shutdown function' =>
        'register_shutdown_function(function () { echo "script\n"; eval("class A {} class A {}"); });',
    'flushed by a destructor' => 'class D { function __destruct() { echo "destructor\n"; ob_end_flush(); } } $d = new D;',
    'flushed by a shutdown function' => 'register_shutdown_function("ob_end_flush"); echo "script\n";',
]);
--EXPECTF--
-- never used
script
Cannot spawn a coroutine when async is disabled
[status 0]
-- used before
coroutine
script
Cannot spawn a coroutine when async is disabled
[status 0]
-- after an uncaught exception

Fatal error: Uncaught Exception: x in child.php:12
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 12
Cannot spawn a coroutine when async is disabled
[status 255]
-- after exit
script
Cannot spawn a coroutine when async is disabled
[status 3]
-- after exit in a shutdown function
script
Cannot spawn a coroutine when async is disabled
[status 4]
-- after a fatal error in a shutdown function
script

Fatal error: Cannot %s class A%s in child.php(12) : eval()'d code on line 1
Cannot spawn a coroutine when async is disabled
[status 255]
-- flushed by a destructor
destructor

Fatal error: Uncaught Async\AsyncException: Cannot suspend a coroutine inside an output callback in child.php:9
Stack trace:
#0 child.php(9): Async\suspend()
#1 [internal function]: {closure%S}('destructor\n', 9)
#2 child.php(12): ob_end_flush()
#3 [internal function]: D->__destruct()
#4 {main}
  thrown in child.php on line 9
[status 255]
-- flushed by a shutdown function
script

Fatal error: Uncaught Async\AsyncException: Cannot suspend a coroutine inside an output callback in child.php:9
Stack trace:
#0 child.php(9): Async\suspend()
#1 [internal function]: {closure%S}('script\n', 9)
#2 [internal function]: ob_end_flush()
#3 {main}
  thrown in child.php on line 9
[status 255]
