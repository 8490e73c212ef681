--TEST--
W-2: while a coroutine waits for a descriptor, and afterwards, the flags of every open file are what they were
--DESCRIPTION--
Rules: io W-2, io HK-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

/** The flags of the open file behind each descriptor; what others that share it see, too. */
function flags(): array
{
    $flags = [];
    foreach (glob('/proc/self/fdinfo/*') as $file) {
        if (preg_match('~^flags:\s+(\d+)~m', (string) @file_get_contents($file), $m) && readlink('/proc/self/fd/' . basename($file))) {
            $flags[basename($file)] = $m[1];
        }
    }
    return $flags;
}

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$cat = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
$server = stream_socket_server('tcp://127.0.0.1:0');
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
$before = flags();
$readers = [
    spawn(fn() => fgets($a)),
    spawn(fn() => fgets($pipes[1])),
    spawn(fn() => (bool) stream_socket_accept($server)),
    spawn(fn() => [socket_recv($sockets[0], $data, 7, MSG_WAITALL), $data]),
];
for ($i = 0; $i < 5; $i++) {
    suspend();
}
var_dump(array_intersect_key(flags(), $before) === $before);
fwrite($b, "to a\n");
fwrite($pipes[0], "to cat\n");
$client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
socket_write($sockets[1], 'to sock');
echo json_encode(array_map(await(...), $readers)), "\n";
var_dump(array_intersect_key(flags(), $before) === $before);
?>
--EXPECT--
bool(true)
["to a\n","to cat\n",true,[7,"to sock"]]
bool(true)
