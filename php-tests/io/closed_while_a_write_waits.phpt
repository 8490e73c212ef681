--TEST--
W-9: closing a stream that another coroutine writes to ends that write, although it polls and tries again
--DESCRIPTION--
Rules: W-9, SO-6
Order: independent
--INI--
async.sim_time=1
--FILE--
<?php
use function Async\{await_all, delay, spawn};

foreach (['with a time limit' => 10, 'without' => -1] as $name => $seconds) {
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if ($seconds > 0) {
        stream_set_timeout($a, $seconds);
    }
    $bytes = 2_000_000;
    $write = spawn(fn() => @fwrite($a, str_repeat('x', $bytes)));
    spawn(function () use ($a) {
        delay(1000);
        echo "closing\n";
        fclose($a);
    });
    [[$written]] = await_all([$write]);
    echo "$name: ", $written > 0 && $written < $bytes ? 'some were written' : var_export($written, true);
    $read = strlen(stream_get_contents($b));
    echo $read === $written ? ", all of them arrived\n" : ", $read of $written arrived\n";
}
?>
--EXPECT--
closing
with a time limit: some were written, all of them arrived
closing
without: some were written, all of them arrived
