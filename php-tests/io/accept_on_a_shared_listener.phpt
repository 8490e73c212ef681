--TEST--
3.1 accept: of several processes that accept from one blocking listener the losers of a race go on with their other coroutines
--DESCRIPTION--
Rules: io SK-5, io HK-5, io ST-5, io W-4
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
use function Async\{spawn, await, delay};

watchdog();
$listener = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($listener, false);
[$in, $out] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$workers = [];
for ($w = 0; $w < 4; $w++) {
    if ($workers[] = $pid = watched_fork()) continue;
    // Each waits in accept() as well; the loser of the race must go on counting.
    $stop = false;
    $acceptor = spawn(function () use ($listener, &$stop) {
        while (!$stop) {
            if ($c = @stream_socket_accept($listener, 60)) {
                fwrite($c, fgets($c) === "stop\n" ? 'S' : 'x');
                fclose($c);
            }
        }
    });
    spawn(function () use ($out) {
        while (true) {
            delay(5);
            fwrite($out, '.');
        }
    });
    await($acceptor);
    posix_kill(getmypid(), SIGKILL);
}
fclose($out);
$served = 0;
for ($i = 0; $i < 40; $i++) {
    $c = stream_socket_client("tcp://$name");
    fwrite($c, "go\n");
    $served += (int) (fread($c, 1) === 'x');
    fclose($c);
    usleep(10000);
}
echo "$served served\n";
// Every process still ticks: stop all but one in turn and hear it tick.
foreach ($workers as $w => $pid) {
    foreach ($workers as $other) if ($other !== $pid) posix_kill($other, SIGSTOP);
    foreach ($workers as $other) if ($other !== $pid) pcntl_waitpid($other, $status, WUNTRACED);
    stream_set_blocking($in, false);
    while (fread($in, 8192) !== '');
    stream_set_blocking($in, true);
    stream_set_timeout($in, 3);
    echo "worker $w: ", fread($in, 1) === '.' ? 'ticks' : 'stands still', "\n";
    foreach ($workers as $other) posix_kill($other, SIGCONT);
}
foreach ($workers as $pid) {
    posix_kill($pid, SIGKILL);
    pcntl_waitpid($pid, $status);
}
--EXPECT--
40 served
worker 0: ticks
worker 1: ticks
worker 2: ticks
worker 3: ticks
