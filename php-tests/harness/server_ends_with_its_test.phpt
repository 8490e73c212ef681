--TEST--
A server started by the test library ends when its test is killed
--SKIPIF--
<?php
if (!extension_loaded('posix')) die('skip posix is needed');
?>
--FILE--
<?php
require __DIR__ . '/../lib/server.php';

// A test that starts a server and dies without a chance to clean up.
$child = proc_open([PHP_BINARY, '-n', '-r', sprintf('
    require %s;
    $server = start_php_server("<?php echo 1;", 3);
    file_get_contents($server->url());
    for ($i = 0; $i < 500 && count($server->processes()) < 3; $i++) usleep(20_000); // the workers come one by one
    echo $server->port, " ", $server->dir, " ", count($server->processes()), "\n";
    flush();
    sleep(60);
', var_export(__DIR__ . '/../lib/server.php', true))], [['pipe', 'r'], ['pipe', 'w']], $pipes);
[$port, $dir, $processes] = explode(' ', trim(fgets($pipes[1])));
$status = proc_get_status($child);
var_dump((int) $processes >= 3, is_dir($dir));
posix_kill($status['pid'], 9);
proc_close($child);

$end = microtime(true) + 10;
do {
    usleep(20_000);
    clearstatcache();
    $answers = @stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 1.0) !== false;
} while (($answers || is_dir($dir)) && microtime(true) < $end);
var_dump($answers, is_dir($dir));
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
