--TEST--
HK-5: a message that is sent in parts has its ancillary data with the first part only, and its bytes in their order
--DESCRIPTION--
Rules: io HK-5, io SK-1, io SK-3
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
// More than the kernel takes at once, in parts of different lengths.
$parts = [str_repeat('a', 300_000), '', str_repeat('b', 700_001), 'the end'];
$bytes = strlen(implode($parts));
$sender = spawn(fn() => socket_sendmsg($pair[0], [
    'iov' => $parts,
    'control' => [['level' => SOL_SOCKET, 'type' => SCM_RIGHTS, 'data' => [STDIN]]],
], 0));
$got = '';
$descriptors = [];
for ($number = 0; strlen($got) < $bytes; $number++) {
    $message = ['name' => [], 'buffer_size' => 65536, 'controllen' => socket_cmsg_space(SOL_SOCKET, SCM_RIGHTS, 3)];
    if (socket_recvmsg($pair[1], $message) <= 0) {
        break;
    }
    $got .= implode($message['iov']);
    foreach ($message['control'] as $control) {
        array_push($descriptors, ...array_map(fn($data) => "message $number: " . get_debug_type($data), $control['data']));
    }
}
var_dump($got === implode($parts), await($sender) === $bytes, $number > 3, $descriptors);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
array(1) {
  [0]=>
  string(28) "message 0: resource (stream)"
}
