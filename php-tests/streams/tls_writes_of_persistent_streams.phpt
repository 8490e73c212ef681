--TEST--
CX-6: what a cancelled write of TLS has begun goes before what a later request writes to the same persistent stream
--DESCRIPTION--
Rules: io CX-6
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/server.php';
require __DIR__ . '/../lib/tls.php';

/** A process that takes nothing until it is told to, and then counts what comes. */
const PEER = <<<'CODE'
$context = stream_context_create(['ssl' => ['local_cert' => $argv[1]]]);
$server = stream_socket_server('tls://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
echo stream_socket_get_name($server, false), "\n";
$peer = stream_socket_accept($server, 60);
fgets(STDIN);
$count = ['A' => 0, 'B' => 0];
while (!feof($peer) && ($data = fread($peer, 65536)) !== false) {
    foreach ($count as $letter => &$of) {
        $of += substr_count($data, $letter);
    }
}
echo "$count[A] $count[B]\n";
CODE;
const PAGE = <<<'CODE'
<?php
use function Async\{await, delay, spawn};

$context = stream_context_create(['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]);
$how = STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT;
$client = stream_socket_client('tls://' . $_GET['peer'], $code, $text, 60, $how, $context);
if ($_GET['write'] === 'A') {
    $writing = spawn(fn() => fwrite($client, str_repeat('A', 64 << 20)));
    delay(200);
    $writing->cancel();
    try {
        await($writing);
    } catch (Async\AsyncCancellation) {
        echo 'cancelled';
    }
} else {
    if ($_GET['write'] === 'coroutine') {
        echo await(spawn(fn() => fwrite($client, str_repeat('B', 1000))));
    } else {
        echo fwrite($client, str_repeat('B', 1000));
    }
    stream_socket_shutdown($client, STREAM_SHUT_WR);
}
CODE;

$server = start_php_server(PAGE, 1, ['-d', 'extension=' . true_async_module()]);
foreach (['main', 'coroutine'] as $write) {
    $ends = [['pipe', 'r'], ['pipe', 'w']];
    $process = proc_open([PHP_BINARY, '-n', '-r', PEER, tls_certificate()], $ends, $pipes);
    $peer = trim(fgets($pipes[1]));
    echo file_get_contents($server->url("/?write=A&peer=$peer")), "\n";
    fwrite($pipes[0], "go\n");
    echo file_get_contents($server->url("/?write=$write&peer=$peer")), "\n";
    [$of_a, $of_b] = sscanf(fgets($pipes[1]), '%d %d');
    var_dump($of_a > 0, $of_b);
    proc_close($process);
}
$server->stop();
?>
--EXPECT--
cancelled
1000
bool(true)
int(1000)
cancelled
1000
bool(true)
int(1000)
