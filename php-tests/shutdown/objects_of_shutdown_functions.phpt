--TEST--
SH-4, SH-5, GC-20: destruction of what is left begins behind the last shutdown function
--DESCRIPTION--
Rules: SH-4, SH-5, SH-6, GC-20, GC-23
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const HEAD = <<<'PHP'
    use function Async\{delay, spawn, suspend};
    class Waits {
        public function __destruct() { echo "begins\n"; suspend(); echo "ends\n"; }
    }
    class Prints {
        public function __construct(private string $name) {}
        public function __destruct() { echo "destructed: $this->name\n"; }
    }

    PHP;

run_children(HEAD, [
    'a local object of a shutdown function suspends' => <<<'PHP'
        register_shutdown_function(function () { $local = new Waits; echo "first\n"; });
        register_shutdown_function(function () { return new Waits; });
        register_shutdown_function(function () { echo 'last, global ', isset($GLOBALS['global']) ? "alive\n" : "gone\n"; });
        $global = new Prints('global');
        PHP,
    'before what it throws is reported' => <<<'PHP'
        register_shutdown_function(function () { $local = new Waits; throw new Exception('of the function'); });
        register_shutdown_function(fn() => print "not reached\n");
        $global = new Prints('global');
        PHP,
    'a coroutine registers another function' => <<<'PHP'
        register_shutdown_function(function () {
            spawn(function () {
                echo "coroutine\n";
                register_shutdown_function(function () { echo "late\n"; spawn(fn() => print "coroutine of it\n"); });
            });
            echo "first\n";
        });
        $global = new Prints('global');
        PHP,
    'one that a destructor registers is not called, as without coroutines' => <<<'PHP'
        class Registers {
            public function __destruct() {
                register_shutdown_function(fn() => print "not reached\n");
                register_shutdown_function(fn() => print "not reached\n");
                echo "destructor\n";
            }
        }
        suspend();
        $global = new Registers;
        PHP,
    'in the order of creation, also what a shutdown function has created' => <<<'PHP'
        suspend();
        class Holder { public static $held; }
        register_shutdown_function(function () {
            static $first;
            $first = new Prints('first');
            Holder::$held = new Prints('second');
        });
        PHP,
]);
--EXPECTF--
-- a local object of a shutdown function suspends
first
begins
ends
begins
ends
last, global alive
destructed: global
[status 0]
-- before what it throws is reported
begins
ends

Fatal error: Uncaught Exception: of the function in child.php:11
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 11
destructed: global
[status 255]
-- a coroutine registers another function
first
coroutine
late
coroutine of it
destructed: global
[status 0]
-- one that a destructor registers is not called, as without coroutines
destructor
[status 0]
-- in the order of creation, also what a shutdown function has created
destructed: first
destructed: second
[status 0]
