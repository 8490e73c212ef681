--TEST--
Another extension's reactor runs the event loop: what it does not fill throws, and handles, listening and tasks work beside it
--DESCRIPTION--
Rules: ABI-121, ABI-155, ABI-156, ABI-160, ABI-169
Order: dependent
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';
use function Async\{await, delay, spawn};
watchdog();

async_test_remember_slots();
// One that was made before.
$early = async_test_udp_bind('127.0.0.1');
var_dump(async_test_use_own_reactor());
async_test_foreign_slots();

echo "-- streams\n";
$sent = text(300_000);
foreach (['tcp', 'local', 'pipe'] as $kind) {
    [$io, $writer] = pair($kind, 4096);
    $all = spawn(fn() => read_all($io, 10_000));
    echo $kind, ' ', async_test_io_write($writer, $sent);
    finish($writer);
    echo ' ', await($all) === $sent ? 'the same' : 'DIFFERENT';
    finish($io);
    [$io, $writer] = pair($kind, 4096);
    $reader = async_test_io_reader($io, 3000);
    async_test_io_write($writer, $sent);
    finish($writer);
    async_test_io_reader_wait($reader);
    echo ', multishot ', async_test_io_reader_state($reader)['bytes'] === $sent ? 'the same' : 'DIFFERENT', "\n";
    async_test_io_reader_free($reader);
    finish($io);
}

echo "-- a terminal\n";
[$window, $terminal] = array_map(fn($fd) => async_test_io_create($fd, TTY, READABLE | WRITABLE), async_test_tty_pair());
$line = spawn(fn() => async_test_io_read($terminal, 100));
delay(1);
async_test_io_write($window, "line\n");
echo await($line);
finish($window, $terminal);

echo "-- a file\n";
$file = async_test_io_open(temporary_path('file'), 2 | 64, 0600);
echo async_test_io_write($file, $sent), ' ', async_test_io_seek($file, 0, 0), ' ';
echo async_test_io_stat($file), ' ';
[$io, $writer] = pair('tcp', 4096);
$all = spawn(fn() => read_all($io, 10_000));
echo async_test_io_sendfile($writer, $file, 0, 300_000), ' ';
finish($writer, $file);
echo await($all) === $sent ? 'the same' : 'DIFFERENT', "\n";
finish($io);

echo "-- datagrams\n";
$received = spawn(fn() => async_test_udp_recvfrom($early, 100));
delay(1);
async_test_udp_sendto($early, 'datagram', ...async_test_udp_name($early));
echo await($received)[0], "\n";
finish($early);
[$a, $b] = array_map(fn($fd) => async_test_io_create($fd, UDP, READABLE | WRITABLE), async_test_udp_local('apart'));
$sends = [];
for ($i = 0; $i < 30; $i++) $sends[] = async_test_udp_send($a, (string) $i, true);
$got = [];
while (count($got) < 30) $got[] = (int) async_test_udp_recvfrom($b, 100)[0];
echo $got === range(0, 29) ? 'in order' : 'DIFFERENT', "\n";
array_map(async_test_udp_forget_send(...), $sends);
finish($a, $b);

echo "-- a task\n";
$task = async_test_fork_task(1);
for ($i = 0; $i < 10_000 && async_test_fork_task_state($task)[2] < 1; $i++) delay(1);
echo json_encode(async_test_fork_task_state($task)), "\n";
async_test_fork_task_end($task);

echo "-- listening, signals\n";
async_test_listen();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { echo "signal\n"; });
posix_kill(posix_getpid(), SIGUSR1);
delay(5);

echo "-- nothing spins, nothing is left\n";
[$io, $peer] = pair('tcp');
$reader = spawn(fn() => async_test_io_read($io, 100));
$before = async_test_own_reactor();
delay(200);
$after = async_test_own_reactor();
echo 'turns: ', $after['turns'] - $before['turns'] <= 20 ? 'few' : $after['turns'] - $before['turns'], "\n";
async_test_io_write($peer, 'x');
echo await($reader), ', left active ', async_test_own_reactor()['active'], ', counted ', async_test_counts()[0], "\n";
async_test_io_leave($io, 'read');
async_test_io_leave($peer, 'nothing');
echo "end of the script\n";
?>
--EXPECT--
bool(true)
ZEND_ASYNC_NEW_TRIGGER_EVENT(): NULL: Error: Async API is not enabled
ZEND_ASYNC_NEW_PROCESS_EVENT(getpid()): NULL: Error: Async API is not enabled
ZEND_ASYNC_GETNAMEINFO((struct sockaddr *) &address, 0): NULL: Error: Async API is not enabled
ZEND_ASYNC_GETADDRINFO("localhost", NULL, NULL): NULL: Error: Async API is not enabled
ZEND_ASYNC_NEW_EXEC_EVENT(ZEND_ASYNC_EXEC_MODE_EXEC, "true", &result, &result, NULL, NULL, NULL): NULL: Error: Async API is not enabled
ZEND_ASYNC_NEW_POLL_PROXY_EVENT(poll, ASYNC_READABLE): NULL: Async\InputOutputException: A poll proxy needs a poll event of the same reactor
ZEND_ASYNC_NEW_POLL_PROXY_EVENT(NULL, ASYNC_READABLE): NULL: Async\InputOutputException: A poll proxy needs a poll event of the same reactor
armed anew by another's function: false
references 1 1, counted 0
a proxy of a socket event that is ours: made
-- streams
tcp 300000 the same, multishot the same
local 300000 the same, multishot the same
pipe 300000 the same, multishot the same
-- a terminal
line
-- a file
300000 0 300000 300000 the same
-- datagrams
datagram
in order
-- a task
[true,1,1]
-- listening, signals
Listen(host=127.0.0.1, port=0), extra zeroed, backlog 16, host 127.0.0.1
address 0: 127.0.0.1, port given
too little room: ENOSPC
started: counted 1
taken 4, blocking false, for exec false
abcd
stopped: taken 0, counted 0
started again, and stopped by the first: taken 1
and again: taken 2
nobody is there: taken 2, counted 1
now: taken 3, counted 1
disposed while it is told: taken 4, counted 0
then: refused
signal
-- nothing spins, nothing is left
turns: few
x, left active 0, counted 0
end of the script
left 2: completed 1, closed under it 1, answered 0, handles closed 1, descriptors open 1, freed 0, told 0
