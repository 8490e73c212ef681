--TEST--
HK-6: an operation of a stream that succeeds leaves errno as it found it, whatever its attempts and waits have met
--DESCRIPTION--
Rules: HK-6, SO-4, SO-7
Order: independent
--EXTENSIONS--
ffi
posix
--INI--
ffi.enable=1
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/tls.php';

watchdog();
const FOUND = 77;
$c = FFI::cdef('int *__errno_location(void);');
$errno = $c->__errno_location();
$failed = [];
$show = function (string $what, callable $call) use ($errno, &$failed) {
    $errno[0] = FOUND;
    $result = $call();
    $left = $errno[0];
    if ($result === false || $result === 0) {
        $failed[] = "$what: " . json_encode($result);
    } elseif ($left !== FOUND) {
        $failed[] = "$what: errno $left";
    }
};
$report = function (string $title) use (&$failed) {
    echo "$title: ", $failed === [] ? 'errno kept' : implode(', ', $failed), "\n";
    $failed = [];
};
$later = fn(callable $call) => spawn(function () use ($call) {
    delay(5);
    $call();
});
function tcp(): array
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $client = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
    return [$client, stream_socket_accept($listener)];
}
$sockets = function () use ($show, $later) {
    $much = str_repeat('x', 1_000_000);
    $take = fn($stream) => fn() => stream_get_contents($stream, strlen($much));
    $pairs = ['pair' => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0), 'tcp' => tcp()];
    foreach ($pairs as $name => [$in, $out]) {
        $show("$name, write", fn() => fwrite($in, "a\n"));
        $show("$name, read", fn() => fgets($out));
        // A line in a buffer of 8192 bytes: a TCP socket is known to be empty then.
        foreach (range(1, 3) as $_) {
            $later(fn() => fwrite($in, "b\n"));
            $show("$name, read after a wait", fn() => fgets($out));
        }
        $later(fn() => fwrite($in, "c\n"));
        $show("$name, copy after a wait", fn() => stream_copy_to_stream($out, fopen('php://memory', 'w'), 2));
        $taken = $later($take($out));
        $show("$name, write after a wait", fn() => fwrite($in, $much));
        await($taken);
        $later(fn() => fwrite($in, "d\n"));
        $show("$name, recvfrom after a wait", fn() => stream_socket_recvfrom($out, 10));
        $later(fn() => fclose($in));
        $show("$name, the end after a wait", fn() => stream_get_contents($out) . '.');
    }
    $udp = stream_socket_server('udp://127.0.0.1:0', flags: STREAM_SERVER_BIND);
    $sender = stream_socket_client('udp://' . stream_socket_get_name($udp, false));
    $show('udp, write', fn() => fwrite($sender, 'x'));
    $show('udp, recvfrom', fn() => stream_socket_recvfrom($udp, 10));
};
// With main alone no hook would wait.
$background = spawn(function () {
    while (true) {
        delay(10);
    }
});
$sockets();
$report('sockets');

$directory = temporary_directory();
posix_mkfifo("$directory/fifo", 0600);
$fifo = fopen("$directory/fifo", 'r+');
$shell = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
foreach (['fifo' => [$fifo, $fifo], 'pipe' => $pipes] as $name => [$in, $out]) {
    $show("$name, write", fn() => fwrite($in, "a\n"));
    $show("$name, read", fn() => fgets($out));
    $later(fn() => fwrite($in, "b\n"));
    $show("$name, read after a wait", fn() => fgets($out));
}
fclose($pipes[0]);
proc_close($shell);
$pty = proc_open(['cat'], [['pty'], ['pty'], ['pty']], $ends);
$show('pty, write', fn() => fwrite($ends[0], "a\n"));
$show('pty, read', fn() => fgets($ends[1]));
$show('pty, the echo', fn() => fgets($ends[1]));
proc_terminate($pty);
$report('pipes and terminals');

// procfs and devices do not know RWF_NOWAIT.
foreach (['/proc/self/status', '/dev/zero', __FILE__] as $path) {
    $file = fopen($path, 'r');
    $show("$path, read", fn() => fread($file, 100));
}
$show('a whole file of procfs', fn() => file_get_contents('/proc/self/status'));
$show('a whole file', fn() => file_get_contents(__FILE__));
$file = fopen("$directory/file", 'c+');
$show('a file, locked', fn() => flock($file, LOCK_EX));
$show('a file, written', fn() => fwrite($file, 'x') && fflush($file) && fsync($file));
$report('files');

[$server, $client] = tls_pair();
$show('tls, write', fn() => fwrite($client, "a\n"));
$show('tls, read', fn() => fgets($server));
$later(fn() => fwrite($client, "b\n"));
$show('tls, read after a wait', fn() => fgets($server));
$report('TLS');
$sockets();
$report('sockets when TLS was used');
$background->cancel();
?>
--EXPECT--
sockets: errno kept
pipes and terminals: errno kept
files: errno kept
TLS: errno kept
sockets when TLS was used: errno kept
