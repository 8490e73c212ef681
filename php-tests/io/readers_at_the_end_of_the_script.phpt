--TEST--
SF-8: at the end of a script coroutines that wait for streams are ended before PHP closes the streams
--DESCRIPTION--
Rules: io SF-8
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use function Async\{spawn, suspend};
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$c = spawn(function () use ($a, $b) {
    try {
        fread($a, 10);
        echo "not reached\n";
    } finally {
        fwrite($b, "written at the end\n");
        echo fgets($a);
    }
});
while (!$c->isSuspended() || $c->isQueued()) {
    suspend();
}', [
    'shutdown' => 'Async\graceful_shutdown();',
    'exception' => 'throw new Exception("of main");',
]);
?>
--EXPECTF--
-- shutdown
written at the end
[status 0]
-- exception
written at the end

Fatal error: Uncaught Exception: of main in child.php:%d
Stack trace:
#0 {main}
  thrown in child.php on line %d
[status 255]
