--TEST--
In the child of a fork signals with PHP handlers go on to end selects and waits, each process by its own
--DESCRIPTION--
Rules: io SL-2, io SF-4a, FK-3
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

print_child(child_php(<<<'PHP'
<?php
use function Async\{await, delay, spawn, suspend};
pcntl_async_signals(true);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
pcntl_signal(SIGUSR2, function () { throw new Exception('handler'); });
function later(string $signal): void { exec("(sleep 0.05; kill -$signal " . getmypid() . ') >/dev/null 2>&1 &'); }
function attempt(string $who): void
{
    global $handled;
    $waits = false;
    $select = spawn(function () use (&$waits) {
        [$a] = $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $read = [$a];
        $write = $except = null;
        $waits = true;
        return @stream_select($read, $write, $except, 600);
    });
    // A signal ends the selects that have begun.
    while (!$waits) suspend();
    later('USR1');
    echo "$who: ", json_encode(await($select)), ", $handled handled\n";
    $sleeper = spawn(fn() => delay(600_000));
    try { later('USR2'); await($sleeper); } catch (Exception $e) { echo "$who: ", $e->getMessage(), "\n"; }
    $sleeper->cancel();
    delay(1);
}
attempt('parent');
$handled = 0;
if (($pid = pcntl_fork()) === 0) {
    attempt('child');
    pcntl_signal(SIGUSR1, SIG_DFL);
    exec('kill -USR1 ' . getmypid());
    sleep(600);
}
pcntl_waitpid($pid, $status);
echo 'ended by ', pcntl_wtermsig($status), "\n";
attempt('parent');
PHP));
--EXPECT--
parent: false, 1 handled
parent: handler
child: false, 1 handled
child: handler
ended by 10
parent: false, 1 handled
parent: handler
[status 0]
