--TEST--
SH-10, OD-2: what fails after the exception handler was called is reported, wherever the first exception came from
--DESCRIPTION--
Rules: SH-10, SH-13, SH-23, OD-2
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const HEAD = <<<'PHP'
    use function Async\{await, spawn, suspend};
    set_exception_handler(function ($e) {
        echo "handler: {$e->getMessage()}\n";
        spawn(function () { echo "coroutine\n"; throw new Exception('again'); });
    });
    class Throws {
        public function __construct(private bool $suspends) {}
        public function __destruct() {
            if ($this->suspends) {
                suspend();
            }
            throw new Exception('destructor');
        }
    }

    PHP;

run_children(HEAD, [
    'main' => 'suspend(); throw new Exception("main");',
    'a coroutine' => 'spawn(fn() => throw new Exception("body"));',
    'a coroutine of a shutdown function' => 'register_shutdown_function(fn() => spawn(fn() => throw new Exception("late")));',
    'a destructor' => 'suspend(); $object = new Throws(false);',
    'a destructor that launches' => '$object = new Throws(true);',
    'it deadlocks' => <<<'PHP'
        ini_set('async.debug_deadlock', 0);
        set_exception_handler(function ($e) {
            echo "handler: {$e->getMessage()}\n";
            $c = spawn(function () use (&$c) { await($c); });
        });
        register_shutdown_function(fn() => spawn(fn() => throw new Exception('late')));
        PHP,
    'it exits: the others run on' => <<<'PHP'
        set_exception_handler(function ($e) { echo "handler\n"; exit(4); });
        spawn(function () { echo "coroutine\n"; suspend(); echo "to its end\n"; });
        suspend();
        throw new Exception('main');
        PHP,
]);
--EXPECTF--
-- main
handler: main
coroutine

Fatal error: Uncaught Exception: again in child.php:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 5
[status 255]
-- a coroutine
handler: body
coroutine

Fatal error: Uncaught Exception: again in child.php:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 5
[status 255]
-- a coroutine of a shutdown function
handler: late
coroutine

Fatal error: Uncaught Exception: again in child.php:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 5
[status 255]
-- a destructor
handler: destructor
coroutine

Fatal error: Uncaught Exception: again in child.php:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 5
[status 255]
-- a destructor that launches
handler: destructor
coroutine

Fatal error: Uncaught Exception: again in child.php:5
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 5
[status 255]
-- it deadlocks
handler: late

Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
[status 255]
-- it exits: the others run on
coroutine
handler
to its end
[status 4]
