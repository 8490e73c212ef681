--TEST--
SF-18: a call in a coroutine that need not wait makes no system call more than in stock PHP, but for those named here; others few
--DESCRIPTION--
Rules: io SF-18
Order: dependent
--SKIPIF--
<?php
if (getenv('TEST_UNDER')) die('skip the trace is of PHP itself');
if (!shell_exec('command -v strace')) die('skip needs strace');
if (!is_file(dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/blocking_calls.so')) die('skip needs blocking_calls');
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

    function listener(?int &$port, int $room = 200): Socket
    {
        socket_bind($listener = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
        socket_listen($listener, $room);
        socket_getsockname($listener, $host, $port);
        return $listener;
    }

    /** @return list<Socket> */
    function sockets(): array
    {
        for ($i = 0; $i <= CALLS; $i++) $sockets[] = socket_create(AF_INET, SOCK_STREAM, 0);
        return $sockets;
    }

    $body = function () use ($dir) {
        $listener = listener($port);
        socket_set_nonblock($nonblocking = listener($its_port));
        // It is found out by that.
        @socket_accept($nonblocking);
        foreach ($clients = sockets() as $client) socket_connect($client, '127.0.0.1', $its_port);
        $server = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
            stream_context_create(['socket' => ['backlog' => 200]]));
        $its_name = stream_socket_get_name($server, false);
        @unlink("$dir/local");
        socket_bind($local = socket_create(AF_UNIX, SOCK_STREAM, 0), "$dir/local");
        socket_listen($local, 200);
        [$connecting, $refused] = [sockets(), sockets()];
        for ($i = 0; $i <= CALLS; $i++) $locals[] = socket_create(AF_UNIX, SOCK_STREAM, 0);
        socket_close(listener($closed));
        socket_bind($receiver = socket_create(AF_INET, SOCK_DGRAM, 0), '127.0.0.1');
        socket_getsockname($receiver, $host, $to);
        $sender = socket_create(AF_INET, SOCK_DGRAM, 0);
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($there, str_repeat('x', 20000));
        stream_set_read_buffer($here, 0);
        stream_set_blocking($there, false);
        socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
        $file = fopen("$dir/file", 'c+');
        $cat = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
        stream_set_blocking($pipes[1], false);
        $semaphore = sem_get(ftok(__FILE__, 's'));
        $queue = msg_get_queue(ftok(__FILE__, 'q'));
        for ($i = 0; $i <= CALLS; $i++) $closing[] = fopen("$dir/file", 'r');
        $kept = [];
        pcntl_sigprocmask(SIG_BLOCK, [SIGUSR2]);
        $calls = [
            'socket_connect' => fn(int $i) => socket_connect($connecting[$i], '127.0.0.1', $port),
            'socket_connect, refused' => fn(int $i) => @socket_connect($refused[$i], '127.0.0.1', $closed),
            'socket_connect, local' => fn(int $i) => socket_connect($locals[$i], "$dir/local"),
            'socket_connect, datagrams' => fn() => socket_connect($sender, '127.0.0.1', $to),
            'socket_accept' => function () use ($listener, &$kept) { $kept[] = socket_accept($listener); },
            'socket_accept, non-blocking' => function () use ($nonblocking, &$kept) { $kept[] = socket_accept($nonblocking); },
            'socket_accept, nothing there' => fn() => @socket_accept($nonblocking),
            'stream_socket_client' => function () use ($its_name, &$kept) { $kept[] = stream_socket_client("tcp://$its_name"); },
            'stream_socket_accept' => function () use ($server, &$kept) { $kept[] = stream_socket_accept($server); },
            'feof' => fn() => feof($here),
            'stream_select' => function () use ($here) {
                [$read, $write, $except] = [[$here], null, null];
                stream_select($read, $write, $except, 1);
            },
            'socket_sendto' => fn() => socket_sendto($sender, 'x', 1, 0, '127.0.0.1', $to),
            'socket_recvfrom' => fn() => socket_recvfrom($receiver, $bytes, 1, 0, $from, $by),
            'socket_write' => fn() => socket_write($pair[0], 'x'),
            'socket_read' => fn() => socket_read($pair[1], 1),
            'fread' => fn() => fread($here, 100),
            'fread, nothing there' => fn() => fread($there, 100),
            'fread, empty pipe' => fn() => fread($pipes[1], 100),
            'fwrite' => fn() => fwrite($there, 'x'),
            'fwrite, pipe' => fn() => fwrite($pipes[0], 'x'),
            'fwrite, file' => fn() => fwrite($file, 'x'),
            'fread, file' => fn() => rewind($file) && fread($file, 1),
            'fopen' => fn() => fopen("$dir/file", 'r'),
            'fopen, c' => fn() => fopen("$dir/file", 'c'),
            'fclose' => fn(int $i) => fclose($closing[$i]),
            'flock' => fn(int $i) => flock($file, $i % 2 ? LOCK_UN : LOCK_EX),
            'pcntl_waitpid' => fn() => pcntl_waitpid(-1, $status, WNOHANG),
            'pcntl_sigtimedwait' => fn() => posix_kill(posix_getpid(), SIGUSR2) && pcntl_sigtimedwait([SIGUSR2], $info, 1),
            'sem_acquire' => fn() => sem_acquire($semaphore) && sem_release($semaphore),
            'msg_send' => fn() => msg_send($queue, 1, 'x', false),
            'msg_receive' => fn() => msg_receive($queue, 1, $type, 10, $message, false),
            'usleep' => fn() => usleep(1),
            'time_nanosleep' => fn() => time_nanosleep(0, 1),
        ];
        foreach ($calls as $name => $call) {
            // What happens once is before it.
            $call(CALLS);
            touch("$dir/$name-begin");
            for ($i = 0; $i < CALLS; $i++) $call($i);
            touch("$dir/$name-end");
        }
        sem_remove($semaphore);
        msg_remove_queue($queue);
        echo implode("\n", [...array_keys($calls), ...blocking_calls(CALLS)]);
    };
    extension_loaded('true_async') ? Async\await(Async\spawn($body)) : $body();
    PHP);
file_put_contents("$dir/waits", <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend};

    const CALLS = 40;
    await(spawn(function () {
        $dir = __DIR__;
        socket_bind($listener = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
        socket_listen($listener, 200);
        socket_getsockname($listener, $host, $port);
        socket_bind($full = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
        socket_listen($full, 0);
        socket_getsockname($full, $host, $full_port);
        for ($i = 0; $i < 3 + 2 * CALLS; $i++) {
            $clients[] = $client = socket_create(AF_INET, SOCK_STREAM, 0);
            if ($i < 3 + CALLS) socket_set_nonblock($client);
            else socket_set_option($client, SOL_SOCKET, SO_SNDTIMEO, ['sec' => 0, 'usec' => 4000]);
            if ($i < 3) @socket_connect($client, $host, $full_port);
        }
        // The handler of its signal and the timer are made once.
        $before = socket_create(AF_INET, SOCK_STREAM, 0);
        socket_connect($before, $host, $port);
        $kept[] = socket_accept($listener);
        $calls = [
            'accept' => function (int $i) use ($listener, $clients, $host, $port, &$kept) {
                $accepting = spawn(fn() => socket_accept($listener));
                suspend();
                @socket_connect($clients[3 + $i], $host, $port);
                $kept[] = await($accepting);
            },
            'connect' => fn(int $i) => @socket_connect($clients[3 + CALLS + $i], $host, $full_port),
        ];
        foreach ($calls as $name => $call) {
            touch("$dir/$name-begin");
            for ($i = 0; $i < CALLS; $i++) $call($i);
            touch("$dir/$name-end");
        }
        echo implode("\n", array_keys($calls));
    }));
    PHP);

/** The system calls between two marks, for each of the calls: how many by name. */
function traced(string $script, array $options): array
{
    $command = ['strace', '-o', "$script.trace", PHP_BINARY, '-n', ...$options, $script];
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
    $names = explode("\n", stream_get_contents($pipes[1]));
    proc_close($process);
    $trace = file_get_contents("$script.trace");
    foreach ($names as $name) {
        if (!preg_match("~/\Q$name\E-begin\"(.*)/\Q$name\E-end\"~s", $trace, $between)) die("no $name in the trace\n");
        preg_match_all('~^(\w+)\(~m', $between[1], $calls);
        $made[$name] = array_map(fn(int $count) => $count / CALLS, array_count_values($calls[1]));
    }
    return $made;
}

$extensions = ['-d', 'extension=' . dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/blocking_calls.so'];
foreach (shared_extensions('sockets', 'pcntl', 'posix', 'sysvsem', 'sysvmsg') as $name) array_push($extensions, '-d', "extension=$name");
$ours = ['-d', 'extension=' . true_async_module(), ...$extensions];
$allowed = [
    'socket_connect' => 4, 'socket_connect, refused' => 4, 'socket_connect, local' => 3, 'socket_connect, datagrams' => 3,
    'socket_accept' => 3, 'C: accept' => 3, 'C: accept4' => 3, 'stream_socket_accept' => 2,
    'socket_accept, non-blocking' => 1, 'socket_accept, nothing there' => 1, 'stream_socket_client' => 1,
    'fread, empty pipe' => 1, 'C: recv_of_nothing' => 1, 'fopen' => 1, 'fopen, c' => 1, 'C: write_to_file' => 1,
];
$made = traced("$dir/script", $ours);
foreach (traced("$dir/script", $extensions) as $name => $stock) {
    [$stock, $most] = [array_sum($stock), $allowed[$name] ?? 0];
    // The marks are some calls, once, and memory and a turn of the event loop now and then.
    $more = (int) round(array_sum($made[$name]) - $stock);
    if ($stock < 0.9 && $name !== 'fread, nothing there') echo "$name: no call at all\n";
    $within[$more > $most ? "$most, IN A COROUTINE $more" : $most][] = $name;
}
krsort($within);
foreach ($within as $most => $names) echo "at most $most more:\n  ", implode("\n  ", $names), "\n";

$of_waits = [
    // PHP 8.4 itself makes two calls of fcntl() for what it has accepted: it is closed in programs that are executed.
    'accept' => [
        'accept' => 1, 'connect' => 1, 'fcntl' => PHP_VERSION_ID < 80400 ? 2 : 4, 'getsockopt' => 2, 'poll' => 2, 'timer_settime' => 2,
    ],
    'connect' => ['connect' => 2, 'fcntl' => 3, 'getsockopt' => 1],
];
foreach (traced("$dir/waits", $ours) as $name => $calls) {
    $of_the_loop = array_sum(array_filter($calls, fn($call) => str_starts_with($call, 'epoll'), ARRAY_FILTER_USE_KEY));
    $others = array_filter($calls, fn($call) => !str_starts_with($call, 'epoll'), ARRAY_FILTER_USE_KEY);
    $others = array_filter(array_map(round(...), $others));
    ksort($others);
    echo "$name that waits: ", $others == $of_waits[$name] ? 'as stated' : json_encode($others),
        $of_the_loop < 3.5 ? '' : ", AND $of_the_loop OF THE EVENT LOOP", "\n";
}
?>
--EXPECT--
at most 4 more:
  socket_connect
  socket_connect, refused
at most 3 more:
  socket_connect, local
  socket_connect, datagrams
  socket_accept
  C: accept
  C: accept4
at most 2 more:
  stream_socket_accept
at most 1 more:
  socket_accept, non-blocking
  socket_accept, nothing there
  stream_socket_client
  fread, empty pipe
  fopen
  fopen, c
  C: write_to_file
  C: recv_of_nothing
at most 0 more:
  feof
  stream_select
  socket_sendto
  socket_recvfrom
  socket_write
  socket_read
  fread
  fread, nothing there
  fwrite
  fwrite, pipe
  fwrite, file
  fread, file
  fclose
  flock
  pcntl_waitpid
  pcntl_sigtimedwait
  sem_acquire
  msg_send
  msg_receive
  usleep
  time_nanosleep
  C: poll
  C: ppoll
  C: epoll_wait
  C: select
  C: recv
  C: recvmsg
  C: send
  C: sendmsg
  C: read
  C: readv
  C: read_of_pipe
  C: read_of_file
  C: write
  C: writev
  C: write_to_pipe
  C: recv_that_does_not_wait
  C: waitid
  C: waitpid
  C: flock
  C: fcntl_lock
  C: lockf
  C: nanosleep
  C: clock_nanosleep
  C: dup2
accept that waits: as stated
connect that waits: as stated
