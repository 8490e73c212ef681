--TEST--
HK-3, W-1: a request on a kept connection is one recv and one send; what the peer says last, and that it ends, is noticed at once
--DESCRIPTION--
Rules: io HK-3, io W-1
Order: dependent (another process takes part)
--SKIPIF--
<?php
if (getenv('TEST_UNDER')) die('skip the trace is of PHP itself');
if (!shell_exec('command -v strace')) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/watchdog.php';
watchdog(50);

const CONNECTIONS = 20;
$server = tempnam(sys_get_temp_dir(), 'kept');
$trace = "$server.trace";
file_put_contents($server, <<<'PHP'
    <?php
    use function Async\{await, spawn};
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($listener, false), "\n";
    $serve = function ($client) {
        for ($bytes = 0; ($part = fread($client, 8192)) !== '' && $part !== false; $bytes += strlen($part)) {
            if ($part !== 'last') fwrite($client, 'pong');
        }
        return $bytes;
    };
    for ($i = 0; $i < (int) $argv[1]; $i++) $served[] = spawn($serve, stream_socket_accept($listener));
    // They wait, and are watched, before anything comes.
    Async\delay(1);
    echo "ready\n";
    echo array_sum(array_map(await(...), $served)), "\n";
    PHP);

/** How often each system call was made. */
function calls(int $rounds): array
{
    global $server, $trace;
    $traced = 'trace=network,poll,ppoll,select,pselect6,epoll_wait,epoll_pwait2,epoll_ctl';
    $command = ['strace', '-f', '-e', $traced, '-o', $trace, PHP_BINARY,
        '-n', '-d', 'extension=' . true_async_module(), $server, (string) CONNECTIONS];
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
    $address = trim(fgets($pipes[1]));
    for ($i = 0; $i < CONNECTIONS; $i++) $clients[] = stream_socket_client("tcp://$address");
    fgets($pipes[1]);
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($clients as $client) fwrite($client, 'ping');
        foreach ($clients as $client) fread($client, 100) === 'pong' || exit('wrong answer');
    }
    foreach ($clients as $client) {
        fwrite($client, 'last');
        stream_socket_shutdown($client, STREAM_SHUT_WR);
    }
    if ((int) fgets($pipes[1]) !== 4 * CONNECTIONS * ($rounds + 1)) echo "something is missing\n";
    proc_close($process);
    $counts = ['recvfrom' => 0, 'sendto' => 0, 'EAGAIN' => 0, 'poll' => 0, 'EPOLL_CTL_MOD' => 0];
    foreach (file($trace) as $line) {
        foreach ($counts as $call => &$count) {
            $count += (int) preg_match($call === 'poll' ? '/ p?(poll|select6?)\(/' : "/\\b$call\\b/", $line);
        }
    }
    return $counts;
}

[$few, $many] = [calls(10), calls(60)];
unlink($server);
unlink($trace);
// A registration that has told nothing for a while is verified; the machine may be busy.
foreach ($few as $call => $count) {
    // A few fewer are none, not -0.
    printf("%s: %s per request\n", $call, 0.0 + round(($many[$call] - $count) / 50 / CONNECTIONS, $call === 'EPOLL_CTL_MOD' ? 0 : 1));
}
$found_out = min($few['EPOLL_CTL_MOD'], $many['EPOLL_CTL_MOD']);
echo $found_out < CONNECTIONS / 2 ? "the end was told\n" : "the end was found out: $found_out times\n";
?>
--EXPECT--
recvfrom: 1 per request
sendto: 1 per request
EAGAIN: 0 per request
poll: 0 per request
EPOLL_CTL_MOD: 0 per request
the end was told
