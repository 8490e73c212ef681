--TEST--
DN-3: names that take long keep neither other names nor files waiting, a hundred at once; the end of the process does not wait for them
--DESCRIPTION--
Rules: io DN-3, io DN-4
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/dns_server.php';
if ($why = dns_missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/dns_server.php';

echo with_dns(<<<'PHP'
$slow = array_map(fn(int $i) => spawn(fn() => gethostbyname("slow$i.test")), range(1, 100));
$records = array_map(fn(int $i) => spawn(fn() => dns_get_record("slow$i.test", DNS_TXT)[0]['txt']), range(1, 20));
$quick = spawn(function () use ($slow, $records) {
	suspend();
	return [gethostbyname('quick.test'), checkdnsrr('quick.test', 'MX'), count(array_filter($slow, fn($c) => $c->isCompleted()))];
});
echo json_encode(await($quick)), "\n";
$go = spawn(function () use ($slow, $records) {
	do {
		checkdnsrr('go.test', 'A');
		suspend();
	} while (array_filter([...$slow, ...$records], fn($coroutine) => !$coroutine->isCompleted()));
});
echo json_encode(array_count_values(array_map(await(...), $slow))), "\n";
echo json_encode(array_map(await(...), $records) === array_map(fn(int $i) => "text of slow$i", range(1, 20))), "\n";
await($go);
PHP), "\n";

// A name that is never answered takes the resolver ten seconds.
$begin = hrtime(true);
echo with_dns(<<<'PHP'
$left = array_map(fn(int $i) => spawn(fn() => gethostbyname("slow$i.test")), range(1, 10));
suspend();
echo gethostbyname('quick.test'), "\n";
foreach ($left as $coroutine) $coroutine->cancel();
foreach ($left as $coroutine) try { await($coroutine); } catch (Async\AsyncCancellation) {}
echo "the end\n";
PHP);
var_dump(hrtime(true) - $begin < 9e9);
?>
--EXPECT--
["127.0.0.5",true,0]
{"127.0.0.5":100}
true

127.0.0.5
the end
bool(true)
