--TEST--
3.1 accept: one that finds no connection although poll(2) has told of one waits as any other, whatever signals are blocked
--DESCRIPTION--
Rules: io SK-5, io W-4, io IO-14
Order: independent in real time
--SKIPIF--
<?php
if (getenv('TEST_UNDER')) die('skip the trace is of PHP itself');
if (!shell_exec('command -v strace')) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$dir = temporary_directory();
file_put_contents("$dir/script", <<<'PHP'
    <?php
    use function Async\{spawn, await, delay};

    require $argv[1];
    watchdog();
    await(spawn(function () {
        socket_bind($listener = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1');
        socket_listen($listener);
        socket_getsockname($listener, $host, $port);
        $connect = function () use ($port, &$clients) {
            socket_connect($clients[] = socket_create(AF_INET, SOCK_STREAM, 0), '127.0.0.1', $port);
        };
        $accept = function (string $which) use ($listener, $connect, &$clients) {
            $ticks = 0;
            $others = spawn(function () use (&$ticks, $connect) {
                for (; $ticks < 10; $ticks++) delay(1);
                $connect();
            });
            $clients[] = socket_accept($listener);
            echo "$which: after $ticks ticks of others\n";
            await($others);
        };
        $connect();
        $clients[] = socket_accept($listener);
        $accept('nothing blocked');
        pcntl_sigprocmask(SIG_BLOCK, range(SIGRTMIN, SIGRTMAX), $before);
        // Asks: the list must not be empty in PHP 8.4.
        pcntl_sigprocmask(SIG_UNBLOCK, [SIGWINCH], $blocked);
        $accept('signals blocked');
        pcntl_sigprocmask(SIG_UNBLOCK, [SIGWINCH], $still);
        echo count($blocked) > 20 && $still === $blocked ? "the mask is what it was\n" : "the mask is another one\n";
        $accept('signals blocked, again');
    }));
    PHP);

$extensions = [];
foreach (shared_extensions('sockets', 'pcntl') as $name) array_push($extensions, '-d', "extension=$name");
// Of each accept that waits the first poll says what is not true, the second does not; the very first accept need not wait.
$command = ['strace', '-o', '/dev/null', '-e', 'trace=poll', '-e', 'inject=poll:retval=1:when=2..6+2', PHP_BINARY, '-n', ...$extensions,
    '-d', 'extension=' . true_async_module(), "$dir/script", __DIR__ . '/../lib/watchdog.php'];
$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
echo stream_get_contents($pipes[1]);
proc_close($process);
?>
--EXPECT--
nothing blocked: after 10 ticks of others
signals blocked: after 10 ticks of others
the mask is what it was
signals blocked, again: after 10 ticks of others
