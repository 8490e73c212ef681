--TEST--
OB-9: output of coroutines goes into the buffer of the request in order of time; headers can be set as long as it holds everything
--DESCRIPTION--
Rules: OB-9, OB-1
Order: dependent
--INI--
output_buffering=4096
--FILE--
<?php
use function Async\{spawn, await, suspend};

echo "main first\n";
$c = spawn(function () {
    echo "coroutine\n";
    header('X-Coroutine: yes');
    suspend();
    ob_start();
    echo "coroutine, below a buffer of its own\n";
    suspend();
    ob_end_flush();
    echo headers_sent() ? "sent\n" : "not sent\n";
});
suspend();
echo "main\n";
ob_start();
echo "main's own buffer\n";
suspend();
echo ob_get_level(), "\n";
ob_end_flush();
await($c);
echo headers_sent() ? "sent\n" : "not sent\n";
echo str_repeat('.', 4095), "\n";
echo headers_sent() ? "sent\n" : "not sent\n";
--EXPECTREGEX--
main first
coroutine
main
main's own buffer
2
coroutine, below a buffer of its own
not sent
not sent
\.{4095}
sent
