--TEST--
SF-4, HK-2: handlers of pcntl run at once also while the last coroutine waits in a call, after the script's body has ended
--DESCRIPTION--
Rules: io SF-4, io HK-2
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../lib/watchdog.php';

watchdog();
pcntl_async_signals(true);
[$ours, $silent] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$running = null;
pcntl_signal(SIGUSR1, function () use (&$running) {
    echo "handler\n";
    $running->cancel();
});
$waits = ['fread' => fn() => fread($ours, 1), 'exec' => fn() => exec('exec sleep 1000'), 'sleep' => fn() => sleep(1000)];
foreach ($waits as $name => $call) {
    $calls[] = function () use ($name, $call, &$running) {
        $running = Async\current_coroutine();
        $pid = getmypid();
        shell_exec("(sleep 0.1; kill -USR1 $pid) >/dev/null 2>&1 &");
        try {
            $call();
            echo "$name: returned\n";
        } catch (Async\AsyncCancellation) {
            echo "$name: cancelled\n";
        }
    };
}
spawn(function () use ($calls) {
    foreach ($calls as $call) $call();
});
echo "end of the body\n";
?>
--EXPECT--
end of the body
handler
fread: cancelled
handler
exec: cancelled
handler
sleep: cancelled
