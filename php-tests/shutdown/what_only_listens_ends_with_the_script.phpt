--TEST--
After exit, an exception or a graceful shutdown neither an open watcher nor the future of a signal keeps the script alive
--DESCRIPTION--
Rules: SH-8, SH-10, SH-13, SH-14, SH-20, FS-7, SG-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// "late" is what a shutdown function does: it launches the scheduler once more.
run_children(<<<'PHP'
use Async\{FileSystemWatcher, Signal};
use function Async\{await, delay, signal, spawn};
ini_set('display_errors', 0);
set_error_handler(fn() => true);
register_shutdown_function(function () { echo "shutdown function\n"; delay(1); echo "late\n"; });
$w = new FileSystemWatcher(__DIR__);
$s = signal(Signal::SIGUSR1)->ignore();
$m = signal(Signal::SIGUSR2)->map(fn() => print "never\n")->ignore();
PHP, [
    'exit' => 'exit(3);',
    'exit after a wait' => 'delay(1); exit("message\n");',
    'exit in a coroutine' => 'spawn(function () { exit(4); }); delay(60_000);',
    'exit in a coroutine behind the last line' => 'spawn(function () { delay(2); exit(5); });',
    'exception' => 'throw new Exception();',
    'exception handler' => 'set_exception_handler(function () { delay(1); echo "handler\n"; }); throw new Exception();',
    'exit in the exception handler' => 'set_exception_handler(function () { exit(6); }); throw new Exception();',
    'exception of a coroutine' => 'spawn(fn() => throw new Exception()); delay(60_000);',
    'exception behind the last line' => 'spawn(function () { delay(2); throw new Exception(); });',
    'graceful shutdown' => 'spawn(fn() => delay(60_000)); Async\graceful_shutdown();',
    'fatal error' => '@trigger_error("fatal", E_USER_ERROR); restore_error_handler(); @trigger_error("fatal", E_USER_ERROR);',
    'exit in a shutdown function' => 'register_shutdown_function(function () { echo "exit\n"; exit(7); }); exit;',
    'exception in a shutdown function' => 'register_shutdown_function(function () { throw new Exception(); }); exit;',
    'made in a shutdown function' => 'register_shutdown_function(function () {
        global $more;
        $more = [new FileSystemWatcher(__DIR__), signal(Signal::SIGHUP)->ignore()];
        delay(1);
    }); exit;',
    'made while others are cancelled' => 'spawn(function () {
        global $more;
        try { delay(60_000); } finally { $more = new FileSystemWatcher(__DIR__); delay(1); echo "cleaned\n"; }
    }); delay(1); throw new Exception();',
]);
echo "-- before the scheduler was launched\n";
print_child(child_php('<?php register_shutdown_function(function () {
    global $w;
    $w = new Async\FileSystemWatcher(__DIR__);
    Async\delay(1);
    echo "late\n";
}); exit(3);'));
echo "-- a deadlock\n";
print_child(child_php('<?php ini_set("display_errors", 0); ini_set("async.debug_deadlock", 0);
    try {
        Async\await(new Async\Future(new Async\FutureState));
    } catch (Async\AsyncCancellation) {
        $w = new Async\FileSystemWatcher(__DIR__);
        echo "caught\n";
    }'));
--EXPECT--
-- exit
shutdown function
late
[status 3]
-- exit after a wait
message
shutdown function
late
[status 0]
-- exit in a coroutine
shutdown function
late
[status 4]
-- exit in a coroutine behind the last line
shutdown function
late
[status 5]
-- exception
shutdown function
late
[status 255]
-- exception handler
handler
shutdown function
late
[status 0]
-- exit in the exception handler
shutdown function
late
[status 6]
-- exception of a coroutine
shutdown function
late
[status 255]
-- exception behind the last line
shutdown function
late
[status 255]
-- graceful shutdown
shutdown function
late
[status 0]
-- fatal error
shutdown function
late
[status 255]
-- exit in a shutdown function
shutdown function
late
exit
[status 7]
-- exception in a shutdown function
shutdown function
late
[status 255]
-- made in a shutdown function
shutdown function
late
[status 0]
-- made while others are cancelled
cleaned
shutdown function
late
[status 255]
-- before the scheduler was launched
late
[status 3]
-- a deadlock
caught
[status 255]
