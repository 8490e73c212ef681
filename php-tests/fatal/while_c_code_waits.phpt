--TEST--
SH-30: a fatal error while C code of other kinds waits, or has called back into PHP code that waits, is an ordinary one
--DESCRIPTION--
Rules: SH-30, SH-33, io CX-13
Order: dependent
--EXTENSIONS--
curl
sockets
--FILE--
<?php
require __DIR__ . '/../lib/fatal_error.php';

// It accepts, and never answers.
$listener = stream_socket_server('tcp://127.0.0.1:0');
$silent = stream_socket_get_name($listener, false);
$port = substr(strrchr($silent, ':'), 1);

fatal_errors([
    'curl' => "\$c = curl_init('http://$silent/'); curl_exec(\$c);",
    'a callback of curl' => "\$c = curl_init('file://' . __FILE__);"
        . ' curl_setopt($c, CURLOPT_WRITEFUNCTION, fn() => delay(1_000_000)); curl_exec($c);',
    'curl multi' => "\$c = curl_init('http://$silent/'); \$m = curl_multi_init(); curl_multi_add_handle(\$m, \$c);"
        . ' curl_multi_exec($m, $r); curl_multi_select($m, 1000); delay(1_000_000);',
    'http' => "file_get_contents('http://$silent/');",
    'TLS' => "stream_socket_client('tls://$silent');",
    'stream' => "fread(stream_socket_client('tcp://$silent'), 10);",
    'select' => "\$r = [stream_socket_client('tcp://$silent')]; \$w = \$e = null; stream_select(\$r, \$w, \$e, 1000);",
    'socket' => "\$s = socket_create(AF_INET, SOCK_STREAM, 0); socket_connect(\$s, '127.0.0.1', $port); socket_read(\$s, 10);",
    'exec' => "exec('exec sleep 60 2>/dev/null');",
    'sleep' => 'sleep(1000);',
    'lock' => '$f = tempnam(sys_get_temp_dir(), "lock"); $GLOBALS["a"] = fopen($f, "r+"); flock($GLOBALS["a"], LOCK_EX);'
        . ' $b = fopen($f, "r+"); unlink($f); flock($b, LOCK_EX);',
    'usort' => '$a = [3, 1, 2]; usort($a, function ($x, $y) { delay(1_000_000); return $x <=> $y; });',
    'heap' => '$h = new class extends SplMinHeap { public $n = 0; function compare($a, $b): int { $this->n++ > 3 && delay(1_000_000);'
        . ' return parent::compare($a, $b); } }; foreach ([5, 4, 3, 2, 1] as $i) $h->insert([$i]);',
    'output callback' => 'ob_start(function ($b) { usleep(1000); return $b; }, 1); echo "x"; sleep(1000);',
    'stream of user space' => '$f = fopen("slowly://x", "r"); fread($f, 10);',
], ['extension' => shared_extensions('curl', 'sockets')], <<<'PHP'
    class Slowly
    {
        public $context;
        function stream_open() { return true; }
        function stream_read() { delay(1_000_000); return ''; }
        function stream_eof() { return false; }
    }
    stream_wrapper_register('slowly', 'Slowly');
    PHP . "\n");
--EXPECT--
curl: all right
a callback of curl: all right
curl multi: all right
http: all right
TLS: all right
stream: all right
select: all right
socket: all right
exec: all right
sleep: all right
lock: all right
usort: all right
heap: all right
output callback: all right
stream of user space: all right
