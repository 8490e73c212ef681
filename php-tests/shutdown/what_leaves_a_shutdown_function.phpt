--TEST--
EX-3, SH-6: a cancellation leaves a shutdown function silently; exit and exceptions let coroutines run out first
--DESCRIPTION--
Rules: EX-3, SH-6, SH-10, SH-13, DD-5, DD-6
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

function show(string $title, string $code): void
{
    $r = child_php('<?php ini_set("async.debug_deadlock", "0"); use function Async\{spawn, suspend, await, delay, current_coroutine}; '
        . $code);
    $out = preg_replace('/ in \S+:\d+\n.*/s', '', trim($r['out']));
    echo "-- $title: {$r['status']}\n", preg_replace('/\n\n+/', "\n", $out), "\n";
}

$second = 'register_shutdown_function(fn() => print "second\n");';
$cleanup = 'spawn(function () { try { delay(60_000); } catch (Async\AsyncCancellation $e) { '
    . 'echo $e->getMessage(), "\n"; suspend(); echo "cleaned\n"; } });';

show('cancellation before launch', 'register_shutdown_function(function () { throw new Async\AsyncCancellation("c"); });' . $second);
show('cancellation after launch',
    'spawn(fn() => 1); register_shutdown_function(function () { suspend(); throw new Async\AsyncCancellation("c"); });' . $second);
show('exit in an awaited coroutine',
    'register_shutdown_function(function () { await(spawn(function () { echo "co\n"; exit(6); })); echo "no\n"; });' . $second);
show('deadlock', 'register_shutdown_function(function () { suspend(); await(current_coroutine()); echo "no\n"; });' . $second);
show('exit', 'register_shutdown_function(function () { spawn(function () { echo "co\n"; delay(1); echo "its end\n"; }); exit(7); });'
    . $second);
show('exception', "register_shutdown_function(function () { $cleanup suspend(); throw new Exception('e'); });" . $second);
// Whether the user's handler is called there differs between versions of PHP.
$handler = '<?php set_exception_handler(fn() => print "handler\n"); '
    . 'register_shutdown_function(function () { SUSPEND throw new Exception("e"); }); '
    . 'register_shutdown_function(fn() => print "second\n");';
$stock = child_php(str_replace('SUSPEND', '', $handler), with_extension: false);
echo '-- handler, as stock PHP: ';
var_dump(child_php(str_replace('SUSPEND', 'Async\suspend();', $handler)) === $stock);
show('without coroutines', 'register_shutdown_function(function () { echo "first\n"; throw new Exception("e"); });' . $second);
show('nested call', 'register_shutdown_function(function () { try { array_map(function () { suspend(); '
    . 'throw new Async\AsyncCancellation("c"); }, [1]); } catch (Async\AsyncCancellation $e) { echo "caught\n"; } });' . $second);
--EXPECT--
-- cancellation before launch: 0
second
-- cancellation after launch: 0
second
-- exit in an awaited coroutine: 6
co
second
-- deadlock: 255
second
Fatal error: Uncaught Async\DeadlockError: Deadlock detected: no active coroutines, 1 coroutines in waiting in [no active file]:0
Stack trace:
#0 {main}
  thrown in [no active file] on line 0
-- exit: 7
co
its end
-- exception: 255
Graceful shutdown
cleaned
Fatal error: Uncaught Exception: e
-- handler, as stock PHP: bool(true)
-- without coroutines: 255
first
Fatal error: Uncaught Exception: e
-- nested call: 0
caught
second
