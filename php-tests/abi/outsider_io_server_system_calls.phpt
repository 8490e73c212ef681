--TEST--
An extension of an outsider: its file server makes one read, one write and no epoll_ctl for a request on a kept connection
--DESCRIPTION--
Rules: ABI-156, ABI-158, io W-1
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/outsider.php';
if (!is_file(outsider('io_server'))) die('skip needs io_server');
if (getenv('TEST_UNDER')) die('skip the trace is of PHP itself');
if (!shell_exec('command -v strace')) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/../lib/outsider.php';
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$directory = temporary_directory();
file_put_contents("$directory/small", str_repeat('s', 1024));
file_put_contents("$directory/large", str_repeat('l', 262_144));

/** How often each system call was made while that many requests were answered, one after the other. */
function calls(string $path, int $requests): array
{
    global $directory;
    $trace = "$directory/trace";
    $php = [PHP_BINARY, '-n', '-d', 'extension=' . true_async_module(), '-d', 'extension=' . outsider('io_server')];
    $server = [...$php, __DIR__ . '/../../bench/io_server/server.php', $directory];
    $process = proc_open(['strace', '-f', '-qq', '-o', $trace, ...$server], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    $port = (int) fgets($pipes[1]);
    $client = stream_socket_client("tcp://127.0.0.1:$port");
    for ($i = 0; $i < $requests; $i++) {
        fwrite($client, "GET /$path HTTP/1.1\r\nHost: test\r\n\r\n");
        for ($length = 0; ($line = fgets($client)) !== "\r\n";) {
            sscanf($line, 'Content-Length: %d', $length);
        }
        for ($body = ''; strlen($body) < $length;) $body .= fread($client, $length - strlen($body));
    }
    fclose($client);
    fclose($pipes[0]);
    if (proc_close($process) !== 0) echo "the server has failed\n";
    preg_match_all('/^\d+ +(\w+)\(/m', file_get_contents($trace), $names);
    return array_count_values($names[1]);
}

// What the client has not taken yet has to be waited for.
$about_one = fn(float $times) => $times >= 1 && $times <= 2 ? 'about one' : $times;
foreach (['small', 'large'] as $path) {
    $few = calls($path, 10);
    $many = calls($path, 510);
    $per_request = [];
    foreach ($many as $name => $count) {
        // A registration that has told nothing for a while is verified, a timer of the kernel may come in between.
        $times = round(($count - ($few[$name] ?? 0)) / 500, 1);
        if ($times > 0) $per_request[$name] = $times;
    }
    $of = fn(string ...$names) => array_sum(array_map(fn($name) => $per_request[$name] ?? 0, $names));
    echo "$path: reads ", $of('recvfrom', 'recvmsg', 'read'), ', writes ', $of('sendto', 'sendmsg', 'write', 'writev'),
        ', sendfile ', $about_one($of('sendfile')), ', epoll_ctl ', $of('epoll_ctl'),
        ', waits ', $about_one($of('epoll_wait', 'epoll_pwait', 'epoll_pwait2')), ', mappings ',
        $of('mmap', 'munmap', 'brk', 'madvise'), ', threads ', $of('futex', 'clone3', 'clone'), "\n";
}
?>
--EXPECT--
small: reads 1, writes 1, sendfile 0, epoll_ctl 0, waits about one, mappings 0, threads 0
large: reads 1, writes 1, sendfile about one, epoll_ctl 0, waits about one, mappings 0, threads 0
