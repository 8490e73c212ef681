--TEST--
IO-13: a process dropped where nothing may wait, while another coroutine reads its pipe, ends the request
--DESCRIPTION--
Rules: IO-13, CX-13, FW-4
Order: dependent
--FILE--
<?php
// In a PHP of its own, because the request ends.
require __DIR__ . '/../lib/child.php';

$child = child_php(<<<'CODE'
<?php
use function Async\{await, delay, spawn};

ob_start();
$process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$box = new ArrayObject([$process]);
unset($process);
register_shutdown_function(function () use (&$pipes) { echo "at the end: ", get_resource_type($pipes[1]), "\n"; });
$reader = spawn(function () use (&$pipes) {
    try {
        fgets($pipes[1]);
    } finally {
        fwrite(STDERR, "not reached after a fatal error\n");
    }
});
$writer = spawn(function () use ($box) {
    header_register_callback(fn() => $box->exchangeArray([]));
    delay(20);
    ob_end_flush();
    flush();
    echo "not reached\n";
});
await($writer);
CODE, seconds: 20);
echo $child['out'], "status $child[status]\n";
?>
--EXPECTF--

Fatal error: Cannot free a stream that another coroutine is using, because nothing can be waited for here in %s on line %d
at the end: stream
status 255
