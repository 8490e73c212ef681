--TEST--
DN-1, DN-2, DN-4: dns_get_record(), checkdnsrr() and getmxrr() suspend; their results are those of stock PHP
--DESCRIPTION--
Rules: io DN-1, io DN-2, io DN-3, io DN-4
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
set_error_handler(function (int $level, string $message) { echo "$message\n"; return true; });
$ask = function () {
	ob_start();
	$results = [
		dns_get_record('one.test', DNS_TXT), checkdnsrr('two.test', 'MX'), checkdnsrr('missing.test', 'MX'),
		getmxrr('three.test', $hosts, $weights), $hosts, $weights, dns_get_record('missing.test', DNS_TXT),
		dns_get_record('four.test', DNS_A | DNS_MX), dns_get_record('broken.test', DNS_TXT), checkdnsrr('broken.test', 'A'),
	];
	return serialize($results) . ob_get_clean();
};
$stock = $ask();
echo str_contains($stock, 'text of one') && str_contains($stock, 'mail.three.test') ? 'answers' : $stock, "\n";
$all = array_map(await(...), [spawn($ask), spawn($ask), spawn($ask)]);
echo $all === [$stock, $stock, $stock] ? 'as in stock PHP' : implode("\n", $all), "\n";

// Those that wait do not keep others waiting, whose answers they get.
$slow = array_map(fn(int $i) => spawn(fn() => dns_get_record("slow$i.test", DNS_TXT)[0]['txt']), range(1, 3));
$go = spawn(function () use ($slow) {
	do {
		suspend();
		$go = checkdnsrr('go.test', 'A');
	} while (array_filter($slow, fn($coroutine) => !$coroutine->isCompleted()));
	return $go;
});
echo implode(', ', array_map(await(...), $slow)), "\n";
await($go);

$cancelled = spawn(fn() => dns_get_record('slow.test', DNS_TXT));
while (!$cancelled->isSuspended() || $cancelled->isQueued()) suspend();
$cancelled->cancel();
try {
	await($cancelled);
} catch (Async\AsyncCancellation $e) {
	echo 'cancelled', $e->getPrevious() ? ' with ' . $e->getPrevious()->getMessage() : '', "\n";
}
echo await(spawn(fn() => dns_get_record('five.test', DNS_TXT)[0]['txt'])), "\n";
checkdnsrr('go.test', 'A');
PHP);
?>
--EXPECT--
answers
as in stock PHP
text of slow1, text of slow2, text of slow3
cancelled
text of five
