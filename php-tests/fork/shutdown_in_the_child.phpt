--TEST--
FK-3, SH-4: the child runs its remaining coroutines, shutdown functions and destructors, and keeps its status
--DESCRIPTION--
Rules: FK-3, SH-4, SH-13, GC-23
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, await, delay};
class D { function __destruct() { global $who; delay(1); echo "$who: destructor\n"; } }
$who = 'parent';
register_shutdown_function(function () {
    global $who;
    echo "$who: shutdown ", await(spawn(function () { delay(1); return 'function'; })), "\n";
});
suspend();
$d = new D;
$pid = pcntl_fork();
if ($pid === 0) {
    $who = 'child';
    spawn(function () { delay(1); echo "child: coroutine\n"; });
    exit(7);
}
pcntl_waitpid($pid, $status);
echo 'parent: child ended with ', pcntl_wexitstatus($status), "\n";
PHP, []));
--EXPECT--
child: coroutine
child: shutdown function
child: destructor
parent: child ended with 7
parent: shutdown function
parent: destructor
[status 0]
