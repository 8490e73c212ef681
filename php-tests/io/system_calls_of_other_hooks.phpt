--TEST--
SF-18: a call in a coroutine that need not wait makes at most one system call more than in stock PHP, but for connect and accept
--DESCRIPTION--
Rules: io SF-18
Order: dependent
--SKIPIF--
<?php
if (getenv('TEST_UNDER')) die('skip the trace is of PHP itself');
if (!shell_exec('command -v strace')) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

const CALLS = 40;
$dir = temporary_directory();
file_put_contents("$dir/script", <<<'PHP'
    <?php
    const CALLS = 40;
    $dir = __DIR__;
    $body = function () use ($dir) {
        socket_bind($listener = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
        socket_listen($listener, 200);
        socket_getsockname($listener, $host, $port);
        for ($i = 0; $i <= CALLS; $i++) $clients[] = socket_create(AF_INET, SOCK_STREAM, 0);
        socket_bind($receiver = socket_create(AF_INET, SOCK_DGRAM, 0), '127.0.0.1');
        socket_getsockname($receiver, $host, $to);
        $sender = socket_create(AF_INET, SOCK_DGRAM, 0);
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($there, str_repeat('x', 200));
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
        $file = fopen("$dir/file", 'c+');
        $calls = [
            'connect' => fn(int $i) => socket_connect($clients[$i], '127.0.0.1', $port),
            'accept' => function () use ($listener, &$accepted) { $accepted[] = socket_accept($listener); },
            'poll' => fn() => feof($here),
            'select' => function () use ($here) {
                [$read, $write, $except] = [[$here], null, null];
                stream_select($read, $write, $except, 1);
            },
            'sendto' => fn() => socket_sendto($sender, 'x', 1, 0, '127.0.0.1', $to),
            'recvfrom' => fn() => socket_recvfrom($receiver, $bytes, 1, 0, $from, $by),
            'write' => fn() => socket_write($pair[0], 'x'),
            'read' => fn() => socket_read($pair[1], 1),
            'fopen' => fn() => fopen("$dir/file", 'r'),
            'flock' => fn(int $i) => flock($file, $i % 2 ? LOCK_UN : LOCK_EX),
            'waitpid' => fn() => pcntl_waitpid(-1, $status, WNOHANG),
            'usleep' => fn() => usleep(1),
        ];
        foreach ($calls as $name => $call) {
            // What happens once is before it.
            $call(CALLS);
            touch("$dir/$name-begin");
            for ($i = 0; $i < CALLS; $i++) $call($i);
            touch("$dir/$name-end");
        }
        echo implode(' ', array_keys($calls));
    };
    extension_loaded('true_async') ? Async\await(Async\spawn($body)) : $body();
    PHP);

/** The system calls between two marks, for each of the calls. */
function traced(string $dir, array $options): array
{
    $command = ['strace', '-o', "$dir/trace", PHP_BINARY, '-n', ...$options, "$dir/script"];
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
    $names = explode(' ', stream_get_contents($pipes[1]));
    proc_close($process);
    $trace = file_get_contents("$dir/trace");
    foreach ($names as $name) {
        preg_match("~/$name-begin\"(.*)/$name-end\"~s", $trace, $between);
        $made[$name] = substr_count($between[1], "\n") / CALLS;
    }
    return $made;
}

$extensions = [];
foreach (shared_extensions('sockets', 'pcntl') as $name) array_push($extensions, '-d', "extension=$name");
$stock = traced($dir, $extensions);
$ours = traced($dir, [...$extensions, '-d', 'extension=' . true_async_module()]);
// The flag of the socket is switched around two connects; a timer guards the accept, because another process may be faster.
$allowed = ['connect' => 8, 'accept' => 6];
foreach ($stock as $name => $count) {
    // The marks are some calls, once, and memory now and then.
    $more = (int) round($ours[$name] - $count);
    $most = $allowed[$name] ?? 1;
    echo "$name: ", $count >= 1 && $more <= $most ? "at most $most more" : round($count, 1) . ", IN A COROUTINE $more MORE", "\n";
}
?>
--EXPECT--
connect: at most 8 more
accept: at most 6 more
poll: at most 1 more
select: at most 1 more
sendto: at most 1 more
recvfrom: at most 1 more
write: at most 1 more
read: at most 1 more
fopen: at most 1 more
flock: at most 1 more
waitpid: at most 1 more
usleep: at most 1 more
