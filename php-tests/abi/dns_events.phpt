--TEST--
Name lookups of C code: addresses, names, failures, and the life of their events
--DESCRIPTION--
Rules: ABI-59, ABI-75, ABI-76, ABI-77, ABI-78, ABI-79, ABI-82, ABI-84, ABI-88, ABI-89, ABI-96, ABI-147, ABI-152, ABI-212
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
use function Async\{await, await_all, delay, spawn, suspend};

echo "-- addresses\n";
echo json_encode(async_test_addresses('127.0.0.1', '80', true)), "\n";
echo json_encode(array_unique(async_test_addresses('localhost', 'http'))), "\n";
echo json_encode(async_test_addresses(null, '8080')), "\n";
echo json_encode(async_test_addresses('192.0.2.1', null)), "\n";
echo "-- names\n";
var_dump(async_test_name('192.0.2.7', 80, 1 | 2), async_test_name('2001:db8::7', 443, 1 | 2));
var_dump(str_ends_with(async_test_name('127.0.0.1', 80, 0), ' http'));

echo "-- others run meanwhile\n";
$turns = 0;
$runs = true;
spawn(function () use (&$turns, &$runs) { while ($runs) { $turns++; suspend(); } });
ob_start();
for ($i = 0; $i < 1000 && $turns < 2; $i++) {
    async_test_addresses('127.0.0.1', '80');
}
ob_end_clean();
$runs = false;
var_dump($turns > 1);

echo "-- many at once\n";
$all = [];
for ($i = 1; $i <= 50; $i++) {
    $all[] = spawn(function () use ($i) {
        ob_start();
        $found = async_test_addresses("127.0.0.$i", (string) $i);
        ob_end_clean();
        return $found === ["127.0.0.$i $i"];
    });
}
var_dump(count(array_filter(await_all($all)[0])));

echo "-- failures\n";
foreach ([['no.such.host.invalid', null, true], ['127.0.0.1', 'no-such-service'], [null, null]] as $arguments) {
    try { var_dump(async_test_addresses(...$arguments)); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
}
// NI_NUMERICHOST and NI_NAMEREQD: no name can be found without looking for one.
try { var_dump(async_test_name('127.0.0.1', 80, 1 | 8)); } catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
async_test_dns_refused();

echo "-- cancelled\n";
// One that is still under way.
for ($i = 0, $e = null; $i < 1000 && !$e; $i++) {
    $c = spawn(function () { ob_start(); async_test_addresses('localhost', null); ob_end_clean(); });
    suspend();
    $c->cancel(new Async\AsyncCancellation('enough'));
    try { await($c); } catch (Async\AsyncCancellation $e) {}
}
echo $e?->getMessage(), "\n";
var_dump(async_test_counts()[0]);

echo "-- events\n";
async_test_dns_events();
var_dump(async_test_counts()[0]);
--EXPECT--
-- addresses
freed: true
["127.0.0.1 80"]
freed: true
["127.0.0.1 80"]
freed: true
["127.0.0.1 8080"]
freed: true
["192.0.2.1 0"]
-- names
string(12) "192.0.2.7 80"
string(15) "2001:db8::7 443"
bool(true)
-- others run meanwhile
bool(true)
-- many at once
int(50)
-- failures
Async\DnsException: getaddrinfo for no.such.host.invalid failed: Name or service not known
Async\DnsException: getaddrinfo for 127.0.0.1 failed: Servname not supported for ai_socktype
Async\DnsException: getaddrinfo without a name failed: Name or service not known
Async\DnsException: getnameinfo failed: Name or service not known
NULL
no name: Async\DnsException: getaddrinfo without a name failed: Name or service not known
NULL
no address: Async\DnsException: getnameinfo failed: ai_family not supported
NULL
a family that there is not: Async\DnsException: getnameinfo failed: ai_family not supported
true
-- cancelled
enough
int(0)
-- events
DNSAddrInfo(node=127.0.0.1, service=80)
extra true, copies 127.0.0.1 80
new: open, starts 0, counted 0
started: open, starts 1, counted 1
  told: closed, result NULL, exception NULL
done: closed, starts 0, counted 0
started and stopped again: closed, starts 0, counted 0
a result that nobody takes
DNSNameInfo
extra true
new: open, starts 0, counted 0
started: open, starts 1, counted 1
  told: closed, result NULL, exception NULL
done: closed, starts 0, counted 0
started and stopped again: closed, starts 0, counted 0
127.0.0.1 0
DNSAddrInfo(node=, service=80)
-- stopped, then done
stopped: open, starts 0, counted 0
  told: closed, result NULL, exception NULL
done: closed, starts 0, counted 0
-- disposed in flight
counted 0
int(0)
