--TEST--
Virtual time: sleeping an hour takes no time, and PHP's clocks show the hour
--DESCRIPTION--
Rules: DL-1, SL-1, SD-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
    <?php
    use function Async\{spawn, suspend, await, delay, timeout};
    await(spawn(fn() => 0));
    $elapsed = function (): string {
        static $last;
        $now = [hrtime(true) / 1e9, microtime(true), time()];
        $text = $last ? sprintf("%.2f %.2f %d", $now[0] - $last[0], $now[1] - $last[1], round($now[2] - $last[2], -1)) : '';
        $last = $now;
        return "$text\n";
    };
    $elapsed();
    spawn(fn() => delay(3_600_000));
    sleep(1800);
    echo 'sleep ', $elapsed();
    usleep(500_000_000);
    echo 'usleep ', $elapsed();
    try { await(spawn(fn() => delay(9_000_000)), timeout(60_000)); } catch (Async\OperationCanceledException $e) {}
    echo 'timeout ', $elapsed();
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $read = [$a]; $none = null;
    stream_select($read, $none, $none, 70);
    echo 'select ', $elapsed();
    stream_set_timeout($a, 80);
    fread($a, 1);
    echo 'read ', $elapsed();
    // Loops that wait for time to pass come to an end, also if they never suspend.
    for ($end = hrtime(true) + 50_000_000; hrtime(true) < $end;);
    for ($end = hrtime(true) + 50_000_000; hrtime(true) < $end;) suspend();
    echo 'loops ', $elapsed();
    // So do those that do not look at it.
    $timer = spawn(fn() => delay(50));
    while (!$timer->isCompleted()) suspend();
    echo 'turns ', $elapsed();
    PHP;
$start = hrtime(true);
print_child(child_php($code, ['async.sim_time' => 2]));
var_dump(hrtime(true) - $start < 60e9);

// What is at the other end lives in real time: as long as a coroutine waits for a descriptor, so does the clock.
$code = <<<'PHP'
    <?php
    use function Async\{spawn, suspend, await, delay};
    $child = proc_open([PHP_BINARY, '-n', '-r', 'usleep(200_000); echo "answer";'], [1 => ['pipe', 'w']], $pipes);
    $reader = spawn(fn() => stream_get_contents($pipes[1]));
    $first = spawn(function () { delay(1); return 'timer'; });
    $hour = spawn(function () { delay(3_600_000); return 'hour'; });
    foreach ([$first, $reader, $hour] as $task) echo await($task), "\n";
    PHP;
print_child(child_php($code, ['async.sim_time' => 1]));
?>
--EXPECT--
sleep 1800.00 1800.00 1800
usleep 500.00 500.00 500
timeout 60.00 60.00 60
select 70.00 70.00 70
read 80.00 80.00 80
loops 0.10 0.10 0
turns 0.05 0.05 0
[status 0]
bool(true)
timer
answer
hour
[status 0]
