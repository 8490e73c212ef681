--TEST--
CN-2, CN-10: what the destructor of an argument throws is not lost with a coroutine that is cancelled before its start
--DESCRIPTION--
Rules: CN-2, CN-10, EX-7, EH-4, EH-10
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const HEAD = <<<'PHP'
    use function Async\{await, delay, spawn, suspend};
    use Async\{AsyncCancellation, Scope};
    class Throws {
        public function __destruct() { throw new Exception('of the argument'); }
        public function run() {}
    }
    PHP;

run_children(HEAD, [
    'the handler of its scope gets it' => <<<'PHP'
        $scope = new Scope;
        $scope->setExceptionHandler(fn($scope, $coroutine, $e) => print "handler: {$e->getMessage()}\n");
        $scope->spawn(function ($argument) {}, new Throws);
        $scope->cancel();
        delay(1);
        echo "goes on\n";
        PHP,
    'without a handler it surfaces' => <<<'PHP'
        spawn(function ($argument) {}, new Throws)->cancel();
        delay(1);
        echo "not reached\n";
        PHP,
    'whoever awaits gets it, with the cancellation behind it' => <<<'PHP'
        foreach ([fn($argument) => spawn(fn($argument) => 1, $argument), fn($object) => spawn([$object, 'run'])] as $spawn) {
            $coroutine = $spawn(new Throws);
            $coroutine->cancel(new AsyncCancellation('early'));
            try {
                await($coroutine);
            } catch (Exception $e) {
                echo $e->getMessage(), ', ', $e->getPrevious()->getMessage(), "\n";
            }
        }
        PHP,
]);
--EXPECTF--
-- the handler of its scope gets it
handler: of the argument
goes on
[status 0]
-- without a handler it surfaces

Fatal error: Uncaught Async\AsyncCancellation: Coroutine cancelled in child.php:8
Stack trace:
#0 child.php(8): Async\Coroutine->cancel()
#1 {main}

Next Exception: of the argument in child.php:5
Stack trace:
#0 [internal function]: Throws->__destruct()
#1 {main}
  thrown in child.php on line 5
[status 255]
-- whoever awaits gets it, with the cancellation behind it
of the argument, early
of the argument, early
[status 0]
