--TEST--
Datagrams: sent and received with their addresses, with IPv4 and IPv6, one by one and multishot
--DESCRIPTION--
Rules: ABI-65, ABI-88, ABI-156, ABI-203
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, delay, spawn};

foreach (['127.0.0.1', '::1'] as $host) {
    $a = @attempt(fn() => async_test_udp_bind($host, 0, 0, 40));
    $b = async_test_udp_bind($host);
    [, $to] = async_test_udp_name($b);
    [, $from] = async_test_udp_name($a);
    $received = spawn(fn() => async_test_udp_recvfrom($b, 100));
    echo async_test_udp_sendto($a, 'first', $host, $to), ' ';
    [$text, [$address, $port]] = await($received);
    echo "$text from $address ", var_export($port === $from, true), "\n";
    echo 'state ', async_test_io_about($a)['state'], "\n";
    echo 'at once ', async_test_udp_try_send($a, 'second', $host, $to), ' ', async_test_udp_sendto($a, '', $host, $to), "\n";
    echo async_test_udp_recvfrom($b, 3)[0], ' (cut), ', var_export(async_test_udp_recvfrom($b, 0)[0], true), " (empty)\n";
    finish($a, $b);
}

echo "-- in order\n";
$a = async_test_udp_bind('127.0.0.1');
$b = async_test_udp_bind('127.0.0.1');
$to = async_test_udp_name($b)[1];
$requests = [];
for ($i = 0; $i < 5; $i++) $requests[] = async_test_udp_begin($b, 10);
for ($i = 0; $i < 5; $i++) async_test_udp_sendto($a, str_repeat('x', $i), '127.0.0.1', $to);
while (!async_test_udp_outcome($requests[4])[0]) delay(1);
foreach ($requests as $request) {
    echo async_test_udp_outcome($request)[2], ' ';
    async_test_udp_dispose($request);
}
echo "\n-- errors are in the request\n";
async_test_udp_errors($a);

echo "-- closed\n";
$waiting = spawn(fn() => attempt(fn() => async_test_udp_recvfrom($b, 100)));
while (async_test_io_about($b)['subscribers'] === 0) Async\suspend();
async_test_io_close($b);
echo await($waiting), "\n";
echo attempt(fn() => async_test_udp_recvfrom($b, 100)), "\n";
echo attempt(fn() => async_test_udp_sendto($b, 'x', '127.0.0.1', 9)), "\n";
var_dump(async_test_udp_try_send($b, 'x', '127.0.0.1', 9) < 0);
finish($a, $b);
var_dump(async_test_counts()[0]);
--EXPECT--
extra memory zeroed: true
5 first from 127.0.0.1 true
state 3
at once 6 0
sec (cut), '' (empty)
extra memory zeroed: true
5 first from ::1 true
state 3
at once 6 0
sec (cut), '' (empty)
-- in order
0 1 2 3 4 
-- errors are in the request
pending exception false, completed true, transferred -1, in the request Async\InputOutputException
try_send says EMSGSIZE: true
an address of no length: NULL: Async\InputOutputException: The length of the address is wrong
-- closed
Async\InputOutputException: Stream was closed
Async\InputOutputException: The IO handle is closed
Async\InputOutputException: The IO handle is closed
bool(true)
int(0)
