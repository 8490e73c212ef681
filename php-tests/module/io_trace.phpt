--TEST--
async.io_trace: phpinfo() counts the calls that coroutines make, each function by its name; those of others are not there
--DESCRIPTION--
Rules: MO-2, io HK-1
Order: dependent
--EXTENSIONS--
sockets
--INI--
async.io_trace=1
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/trace.php';

usleep(1);
var_dump(hits()['usleep'] ?? null);
$sleeps = fn(int $times) => function () use ($times) {
    while ($times--) usleep(1);
};
await(spawn($sleeps(3)));
echo hits()['usleep'], "\n", counted(['usleep', 'nanosleep', 'sigtimedwait'], $sleeps(2)), "\n";
var_dump(hits()['sigtimedwait'] ?? null);

// Hooks that never wait, and those of one family, are told apart.
$file = tempnam(sys_get_temp_dir(), 'trace');
echo counted(['open', 'flock', 'close', 'fclose', 'fsync', 'fdatasync'], function () use ($file) {
    $stream = fopen($file, 'w');
    flock($stream, LOCK_EX);
    fclose($stream);
    $stream = fopen($file, 'w');
    fsync($stream);
    fclose($stream);
}), "\n";
unlink($file);
echo counted(['socketpair', 'send', 'sendto', 'sendmsg', 'recv', 'recvfrom', 'recvmsg', 'write', 'read'], function () {
    socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $pair);
    socket_send($pair[0], 'x', 1, 0);
    socket_write($pair[0], 'x');
    socket_sendmsg($pair[0], ['iov' => ['x']]);
    socket_recv($pair[1], $data, 1, 0);
    socket_recvfrom($pair[1], $data, 1, 0, $name);
    $message = ['buffer_size' => 1, 'controllen' => 100];
    socket_recvmsg($pair[1], $message);
}), "\n";
echo counted(['popen', 'pclose', 'pipe', 'waitpid', 'wait'], function () {
    exec('true');
    proc_close(proc_open('true', [['pipe', 'r']], $pipes));
}), "\n";
?>
--EXPECT--
NULL
3
{"usleep":2,"nanosleep":0,"sigtimedwait":0}
NULL
{"open":2,"flock":1,"close":1,"fclose":1,"fsync":1,"fdatasync":0}
{"socketpair":1,"send":1,"sendto":0,"sendmsg":1,"recv":1,"recvfrom":1,"recvmsg":1,"write":1,"read":0}
{"popen":1,"pclose":1,"pipe":1,"waitpid":1,"wait":0}
