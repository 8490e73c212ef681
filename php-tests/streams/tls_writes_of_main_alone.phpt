--TEST--
SO-5, CX-6: what a cancelled write of TLS has begun goes before what main writes when it is alone
--DESCRIPTION--
Rules: io SO-5, io CX-6
Order: dependent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
use function Async\{await, delay, spawn};

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

foreach ([1000, 100000] as $bytes) {
    $ends = [['pipe', 'r'], ['pipe', 'w']];
    $process = proc_open([PHP_BINARY, '-n', '-r', PEER, tls_certificate()], $ends, $pipes);
    $client = tls_client('tls://' . trim(fgets($pipes[1])));
    $writing = spawn(fn() => fwrite($client, str_repeat('A', 64 << 20)));
    delay(200);
    $writing->cancel();
    try {
        await($writing);
    } catch (Async\AsyncCancellation) {
    }
    unset($writing);
    fwrite($pipes[0], "go\n");
    var_dump(fwrite($client, str_repeat('B', $bytes)));
    // Closing it would reset the connection: what the peer has sent is not read.
    stream_socket_shutdown($client, STREAM_SHUT_WR);
    [$of_a, $of_b] = sscanf(fgets($pipes[1]), '%d %d');
    fclose($client);
    var_dump($of_a > 0, $of_b);
    proc_close($process);
}
?>
--EXPECT--
int(1000)
bool(true)
int(1000)
int(100000)
bool(true)
int(100000)
