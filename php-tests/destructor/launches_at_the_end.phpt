--TEST--
EH-5, SH-3, SH-6, SH-20: a destructor that launches the scheduler at the end of the request
--DESCRIPTION--
Rules: EH-5, EX-3, SH-3, SH-6, SH-7, SH-14, SH-20, GC-23
Order: dependent
--INI--
async.sim_time=1
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const HEAD = <<<'PHP'
    use function Async\{await, delay, graceful_shutdown, spawn, suspend, timeout};
    class AtEnd {
        public function __construct(private Closure $do) {}
        public function __destruct() { ($this->do)(); }
    }

    PHP;

run_children(HEAD, [
    'what a coroutine failed with is reported, not the cancellation' => <<<'PHP'
        $a = new AtEnd(function () {
            spawn(function () { throw new RuntimeException('real'); });
            suspend();
            echo "not reached\n";
        });
        PHP,
    'a timed-out await ends its destructor silently' => <<<'PHP'
        $list[] = new AtEnd(function () { await(spawn(fn() => delay(100)), timeout(5)); echo "not reached\n"; });
        $list[] = new AtEnd(function () { echo "next\n"; });
        PHP,
    'so does a cancellation where nothing was launched' => <<<'PHP'
        $list[] = new AtEnd(function () { throw new Async\AsyncCancellation('silent'); });
        $list[] = new AtEnd(function () { echo "next\n"; });
        PHP,
    'its own exception is the last of it, with what was going on' => <<<'PHP'
        $list[] = new AtEnd(function () {
            spawn(function () { try { suspend(); } finally { echo "cancelled\n"; } });
            suspend();
            throw new LogicException('own');
        });
        $list[] = new AtEnd(function () { echo "destructed while the first was suspended\n"; });
        PHP,
    'after it nothing is destructed' => <<<'PHP'
        $list[] = new AtEnd(function () { spawn(fn() => print "not reached\n"); throw new LogicException('own'); });
        $list[] = new AtEnd(function () { echo "not reached\n"; });
        PHP,
    'exit keeps its status, and what was started runs' => <<<'PHP'
        $list[] = new AtEnd(function () { spawn(fn() => print "started\n"); exit(3); });
        $list[] = new AtEnd(function () { echo "not reached\n"; });
        PHP,
    'graceful shutdown' => <<<'PHP'
        $list[] = new AtEnd(function () {
            spawn(function () { try { delay(1000); } finally { echo "cancelled\n"; } });
            suspend();
            graceful_shutdown();
            echo "same slice\n";
        });
        PHP,
    'what it starts runs before output buffers are written' => <<<'PHP'
        ob_start(fn($written) => strtoupper($written));
        $a = new AtEnd(function () { echo "in the buffer\n"; spawn(fn() => print "not in it\n"); });
        PHP,
    'a generator launches it' => <<<'PHP'
        ob_start(fn($written) => strtoupper($written));
        function generate() { try { yield; } finally { spawn(fn() => print "not in the buffer\n"); echo "generator\n"; } }
        $generator = generate();
        $generator->current();
        PHP,
]);
--EXPECTF--
-- what a coroutine failed with is reported, not the cancellation

Fatal error: Uncaught RuntimeException: real in child.php:9
Stack trace:
#0 [internal function]: {closure%S}()
#1 {main}
  thrown in child.php on line 9
[status 255]
-- a timed-out await ends its destructor silently
next
[status 0]
-- so does a cancellation where nothing was launched
next
[status 0]
-- its own exception is the last of it, with what was going on
destructed while the first was suspended
cancelled

Fatal error: Uncaught LogicException: own in child.php:11
Stack trace:
#0 child.php(5): {closure%S}()
#1 [internal function]: AtEnd->__destruct()
#2 {main}
  thrown in child.php on line 11
[status 255]
-- after it nothing is destructed

Fatal error: Uncaught LogicException: own in child.php:8
Stack trace:
#0 child.php(5): {closure%S}()
#1 [internal function]: AtEnd->__destruct()
#2 {main}
  thrown in child.php on line 8
[status 255]
-- exit keeps its status, and what was started runs
started
[status 3]
-- graceful shutdown
same slice
cancelled
[status 0]
-- what it starts runs before output buffers are written
not in it
IN THE BUFFER
[status 0]
-- a generator launches it
not in the buffer
GENERATOR
[status 0]
