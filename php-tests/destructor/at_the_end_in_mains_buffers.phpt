--TEST--
OB-1, OB-4, SH-5: destructors at the end write into the buffers of the script, unless one has suspended before
--DESCRIPTION--
Rules: OB-1, OB-4, OB-8, SH-5, SH-7, GC-23
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const HEAD = <<<'PHP'
    use function Async\{spawn, suspend};
    class View {
        public function __construct() { ob_start(); }
        public function __destruct() { $page = trim(ob_get_clean()); echo "<html>$page</html>\n"; }
    }
    class AtEnd {
        public function __construct(private Closure $do) {}
        public function __destruct() { ($this->do)(); }
    }

    PHP;

run_children(HEAD, [
    'the scheduler was used before' => 'suspend(); $view = new View; echo "page\n";',
    'a shutdown function has used it' => 'register_shutdown_function(fn() => suspend()); $view = new View; echo "page\n";',
    'a destructor before uses it' => <<<'PHP'
        ob_start(fn($written) => strtoupper($written));
        $list[] = new AtEnd(function () { echo 'first, '; spawn(fn() => print "not in the buffer\n"); });
        $list[] = new AtEnd(function () { echo "second\n"; });
        PHP,
    'after one that suspends the others have buffers of their own' => <<<'PHP'
        ob_start(fn($written) => strtoupper($written));
        $list[] = new AtEnd(function () { echo 'first, '; suspend(); echo "first again\n"; });
        $list[] = new AtEnd(function () { echo "second, level ", ob_get_level(), "\n"; });
        PHP,
]);
--EXPECTF--
-- the scheduler was used before
<html>page</html>
[status 0]
-- a shutdown function has used it
<html>page</html>
[status 0]
-- a destructor before uses it
not in the buffer
FIRST, SECOND
[status 0]
-- after one that suspends the others have buffers of their own
second, level 0
FIRST, FIRST AGAIN
[status 0]
