--TEST--
CU-11: where SIGPIPE is ignored anyway libcurl does not set its action
--DESCRIPTION--
Rules: io CU-11, io SF-18
Order: dependent
--EXTENSIONS--
curl
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
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $serve = Async\spawn(function () use ($server) {
        for ($i = 0; $i < 5; $i++) {
            $client = stream_socket_accept($server);
            while (trim(fgets($client)) !== '');
            fwrite($client, "HTTP/1.0 200 OK\r\n\r\nok");
            fclose($client);
        }
    });
    for ($i = 0; $i < 5; $i++) {
        $transfers[] = Async\spawn(function () use ($server) {
            $handle = curl_init('http://' . stream_socket_get_name($server, false));
            curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_NOSIGNAL => false]);
            return curl_exec($handle);
        });
    }
    echo implode(' ', Async\await_all_or_fail($transfers));
    PHP);
$command = ['strace', '-e', 'trace=rt_sigaction', '-o', "$dir/trace", PHP_BINARY, '-n', '-d', 'extension=' . true_async_module()];
foreach (shared_extensions('curl') as $name) array_push($command, '-d', "extension=$name");
$process = proc_open([...$command, "$dir/script"], [['file', '/dev/null', 'r']], $pipes);
proc_close($process);
preg_match_all('~^rt_sigaction\(SIGPIPE, (NULL|\{.*?\}), (NULL)?~m', file_get_contents("$dir/trace"), $calls, PREG_SET_ORDER);
$sets = count(array_filter($calls, fn(array $call) => $call[1] !== 'NULL'));
$asks = count($calls) - $sets;
// PHP itself sets it when it starts and ends.
echo "\n", $asks >= 5 ? 'asked' : "asked $asks times only", ', set ', $sets <= 3 ? 'by PHP' : "$sets times", "\n";
?>
--EXPECT--
ok ok ok ok ok
asked, set by PHP
