--TEST--
Datagrams: options, multicast groups and binding
--DESCRIPTION--
Rules: ABI-28, ABI-31, ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';
use function Async\{await, spawn};

const BROADCAST = 1, MULTICAST_LOOP = 2, MULTICAST_TTL = 3, TTL = 4, NODELAY = 5, KEEPALIVE = 6;
$udp = async_test_udp_bind('127.0.0.1');
[$tcp, $peer] = pair('tcp');
[$local, $other] = pair('local');
foreach (['udp' => $udp, 'tcp' => $tcp, 'pipe' => $local] as $name => $io) {
    echo $name, ':';
    foreach ([BROADCAST, MULTICAST_LOOP, MULTICAST_TTL, TTL, NODELAY, KEEPALIVE, 0, 7] as $option) {
        echo ' ', async_test_io_option($io, $option, 1);
    }
    echo "\n";
}
echo 'a value that is wrong: ', async_test_io_option($udp, TTL, 1000), "\n";
async_test_io_close($tcp);
echo 'closed: ', async_test_io_option($tcp, NODELAY, 1), "\n";
finish($tcp, $peer, $local, $other);

echo "-- groups\n";
var_dump(async_test_udp_membership($udp, '239.1.2.3', '127.0.0.1', true));
var_dump(async_test_udp_membership($udp, '239.1.2.3', '127.0.0.1', true) < 0);
var_dump(async_test_udp_membership($udp, '239.1.2.3', '127.0.0.1', false));
var_dump(async_test_udp_membership($udp, 'no group', null, true) < 0);
var_dump(async_test_udp_membership($udp, '127.0.0.1', null, true) < 0);
$sender = async_test_udp_bind('127.0.0.1');
$member = async_test_udp_bind('0.0.0.0');
var_dump(async_test_udp_membership($member, '239.1.2.4', '127.0.0.1', true));
$received = spawn(fn() => async_test_udp_recvfrom($member, 100));
async_test_io_option($sender, MULTICAST_LOOP, 1);
echo async_test_udp_sendto($sender, 'to all', '239.1.2.4', async_test_udp_name($member)[1]), ' ', await($received)[0], "\n";
finish($sender, $member);

echo "-- one address twice\n";
$port = async_test_udp_name($udp)[1];
echo attempt(fn() => async_test_udp_bind('127.0.0.1', $port)), "\n";
$a = async_test_udp_bind('127.0.0.1', 0, 1 | 1 << 20);
$b = async_test_udp_bind('127.0.0.1', async_test_udp_name($a)[1], 1);
var_dump($b !== null);
echo "-- IPv6 alone\n";
$six = async_test_udp_bind('::', 0, 2 | 4);
$four = async_test_udp_bind('0.0.0.0', async_test_udp_name($six)[1]);
var_dump($four !== null);
finish($udp, $a, $b, $six, $four);
var_dump(async_test_counts()[0]);
--EXPECT--
udp: 0 0 0 0 0 0 -1 -1
tcp: 0 0 0 0 0 0 -1 -1
pipe: 0 0 0 0 0 0 -1 -1
a value that is wrong: -22
closed: -9
-- groups
int(0)
bool(true)
int(0)
bool(true)
bool(true)
int(0)
6 to all
-- one address twice
Async\InputOutputException: Failed to bind the datagram socket: Address already in use (os error 98)
bool(true)
-- IPv6 alone
bool(true)
int(0)
