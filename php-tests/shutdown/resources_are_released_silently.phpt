--TEST--
SH-7: unclosed streams and objects of main and coroutines are released without warning or hang
--DESCRIPTION--
Rules: SH-7
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A child that hangs is killed and says so.
print_child(child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend, delay};
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$server = stream_socket_server('tcp://127.0.0.1:0');
$file = fopen('php://memory', 'w+');
$dir = opendir('/');
spawn(function () { global $keep; $keep = [stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0), fopen(__FILE__, 'r')]; suspend(); });
spawn(function () { $local = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); delay(1); });
echo "end\n";
PHP));
--EXPECT--
end
[status 0]
