--TEST--
SH-14: exit inside a Fiber that main drives ends everything gracefully with its status
--DESCRIPTION--
Rules: SH-13, SH-14
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

const OTHERS = <<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
register_shutdown_function(function () { echo "shutdown function\n"; });
function others() {
    spawn(function () {
        try { delay(1); echo "not cancelled\n"; }
        catch (Async\AsyncCancellation $e) { echo $e->getMessage(), "\n"; delay(1); echo "cleaned up\n"; }
    });
    spawn(function () { suspend(); suspend(); suspend(); suspend(); echo "not cancelled\n"; });
}

PHP;
$scripts = [
    'before its first turn' => 'others(); $f = new Fiber(function () { exit(3); }); $f->start(); echo "never\n";',
    'resumed' => 'others(); $f = new Fiber(function () { Fiber::suspend(); exit(4); }); $f->start(); $f->resume(); echo "never\n";',
    'thrown into' => 'others(); $f = new Fiber(function () { try { Fiber::suspend(); } catch (Exception) { exit("message\n"); } });
        $f->start(); $f->throw(new Exception); echo "never\n";',
    'nested' => 'others(); $f = new Fiber(function () {
        $g = new Fiber(function () { try { suspend(); exit(5); } finally { echo "never\n"; } });
        try { $g->start(); } finally { echo "never\n"; } }); $f->start(); echo "never\n";',
    'that has launched the scheduler' => '$f = new Fiber(function () { others(); suspend(); exit(6); }); $f->start(); echo "never\n";',
    'cancelled' => 'others(); $f = new Fiber(function () { try { Fiber::suspend(); } finally { exit(7); } });
        $f->start(); $f->getCoroutine()->cancel(); suspend(); suspend(); echo "never\n";',
    'of a shutdown function' => 'register_shutdown_function(function () { others(); suspend();
        $f = new Fiber(function () { exit(8); }); $f->start(); echo "never\n"; });',
    'not exit in main itself' => 'others(); $f = new Fiber(function () { Fiber::suspend(); }); $f->start(); exit(9);',
];
foreach ($scripts as $name => $script) {
    echo "-- $name\n";
    print_child(child_php(OTHERS . $script));
}
--EXPECT--
-- before its first turn
Graceful shutdown
cleaned up
shutdown function
[status 3]
-- resumed
Graceful shutdown
cleaned up
shutdown function
[status 4]
-- thrown into
message
Graceful shutdown
cleaned up
shutdown function
[status 0]
-- nested
Graceful shutdown
cleaned up
shutdown function
[status 5]
-- that has launched the scheduler
Graceful shutdown
cleaned up
shutdown function
[status 6]
-- cancelled
Graceful shutdown
cleaned up
shutdown function
[status 7]
-- of a shutdown function
shutdown function
Graceful shutdown
cleaned up
[status 8]
-- not exit in main itself
not cancelled
not cancelled
shutdown function
[status 9]
