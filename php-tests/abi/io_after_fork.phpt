--TEST--
The child of a fork leaves operations of handles to its parent, and begins others on the same handles
--DESCRIPTION--
Rules: ABI-156, ABI-157, ABI-164
Order: independent
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

$path = temporary_path('file');
$fifo = temporary_path('fifo');
posix_mkfifo($fifo, 0600);
file_put_contents($path, 'begin ');

// Before the fork: a file that others wait for, connections, datagrams.
$file = async_test_io_open($path, 2);
async_test_io_seek($file, 0, 2);
$writes = [];
for ($i = 0; $i < 20; $i++) $writes[] = async_test_io_begin($file, 'write', "line $i\n");
$flush = async_test_io_begin($file, 'flush');
$opening = async_test_io_open($fifo, 0, 0, false);
[$tcp, $peer] = pair('tcp', 4096);
$read = async_test_io_begin($tcp, 'read', 100);
$reader = null;
[$many, $writer] = pair('local', 4096);
$reader = async_test_io_reader($many, 1000);
[$in, $out] = pair('local', 4096);
$big = async_test_io_begin($out, 'write', $sent = text(300_000));
$udp = async_test_udp_bind('127.0.0.1');
$datagram = async_test_udp_begin($udp, 100);

function outcome(int $request): string
{
    $outcome = async_test_io_outcome($request);
    return $outcome['completed'] ? $outcome['message'] ?? "moved {$outcome['transferred']}" : 'waits';
}

$pid = pcntl_fork();
if ($pid === 0) {
    echo "-- the child\n";
    // Some may have been done before.
    echo 'none waits: ', in_array('waits', array_map(outcome(...), $writes)) ? 'no' : 'yes', ', the last: ', outcome($writes[19]), "\n";
    echo implode("\n", array_map(outcome(...), [$flush, $read, $big])), "\n";
    echo json_encode(async_test_udp_outcome($datagram)), ', multishot: ';
    $state = async_test_io_reader_state($reader);
    echo json_encode([$state['completed'], $state['transferred'], $state['io_closed'], $state['exception']]), "\n";
    echo 'counted ', async_test_counts()[0], ', opening: closed ', json_encode(async_test_io_about($opening)['closed']), "\n";
    // Nothing of what the parent sends comes here, although these descriptors are the same.
    delay(20);
    echo outcome($read), "\n";
    // The same file: from where the handle stands, which did not move with the parent's writes.
    async_test_io_seek($file, 0, 0);
    echo async_test_io_read($file, 6), ', size at least 6: ', json_encode(async_test_io_stat($file) >= 6), "\n";
    $stat = async_test_io_begin($file, 'flush');
    async_test_io_wait($file, $stat);
    echo outcome($stat), "\n";
    async_test_io_dispose($stat);
    $own = async_test_io_open(temporary_path('own'), 2 | 64, 0600);
    $mine = [];
    for ($i = 0; $i < 5; $i++) $mine[] = async_test_io_begin($own, 'write', "$i ");
    async_test_io_wait($own, $mine[4]);
    async_test_io_seek($own, 0, 0);
    echo read_all($own, 100), "\n";
    array_map(async_test_io_dispose(...), $mine);
    [$a, $b] = pair('tcp');
    $all = spawn(fn() => read_all($a, 100));
    echo async_test_io_sendfile($b, $own, 0, 10), ' ';
    finish($b);
    echo await($all), "\n";
    // The same datagram socket and the same connection can be used, too.
    async_test_io_write($tcp, 'from the child');
    array_map(async_test_io_dispose(...), [...$writes, $flush, $read, $big]);
    async_test_udp_dispose($datagram);
    async_test_io_reader_free($reader);
    finish($file, $opening, $tcp, $peer, $many, $writer, $in, $out, $udp, $own, $a);
    echo 'counted ', async_test_counts()[0], "\n";
    exit(3);
}

// The parent's operations go on, each of them once.
async_test_io_write($peer, 'for the parent');
async_test_io_write($writer, 'many');
async_test_udp_sendto($udp, 'datagram', ...async_test_udp_name($udp));
// The child has written what it has to say.
pcntl_waitpid($pid, $status);
echo "-- the parent\n", 'child ', pcntl_wexitstatus($status), "\n";
async_test_io_wait($tcp, $read);
for ($got = async_test_io_bytes($read); strlen($got) < 14;) $got .= async_test_io_read($tcp, 14 - strlen($got));
echo $got, "\n";
async_test_io_wait($file, $flush);
$lines = implode('', array_map(fn($i) => "line $i\n", range(0, 19)));
echo file_get_contents($path) === "begin $lines" ? 'written once' : 'DIFFERENT', "\n";
finish($writer);
async_test_io_reader_wait($reader);
echo async_test_io_reader_state($reader)['bytes'], "\n";
$all = spawn(fn() => read_all($in, 10_000));
async_test_io_wait($out, $big);
finish($out);
echo await($all) === $sent ? 'sent once' : 'DIFFERENT', "\n";
while (!async_test_udp_outcome($datagram)[0]) delay(1);
echo json_encode(async_test_udp_outcome($datagram)), "\n";
// What was sent in the child on a connection that both have.
for ($got = ''; strlen($got) < 14;) $got .= async_test_io_read($peer, 14 - strlen($got));
echo $got, "\n";
$fifo = fopen($fifo, 'w');
array_map(async_test_io_dispose(...), [...$writes, $flush, $read, $big]);
async_test_udp_dispose($datagram);
async_test_io_reader_free($reader);
while (!(async_test_io_about($opening)['state'] & READABLE)) delay(1);
finish($file, $opening, $tcp, $peer, $many, $in, $udp);
var_dump(async_test_counts()[0]);
--EXPECT--
-- the child
none waits: yes, the last: Failed to write: Operation canceled (os error 125)
Failed to flush the file: Operation canceled (os error 125)
Failed to read: Operation canceled (os error 125)
Failed to write: Operation canceled (os error 125)
[true,false,-1], multishot: [true,-1,false,"Async\\InputOutputException"]
counted 0, opening: closed true
Failed to read: Operation canceled (os error 125)
begin , size at least 6: true
moved 0
0 1 2 3 4 
10 0 1 2 3 4 
counted 0
-- the parent
child 3
for the parent
written once
many
sent once
[true,false,8]
from the child
int(0)
