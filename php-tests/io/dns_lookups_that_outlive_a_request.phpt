--TEST--
DN-4: lookups that a request has left behind arrive in a later one, and do not take the place of that one's own
--DESCRIPTION--
Rules: io DN-4
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/dns_server.php';
if ($why = dns_missing()) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/dns_server.php';

putenv('DNS_TEST_DIRECTORY=' . ($directory = temporary_directory()));
file_put_contents("$directory/index.php", <<<'PHP'
<?php
use function Async\{spawn, await, suspend};
if ($_SERVER['QUERY_STRING'] === 'leave') {
	// Each has asked when the name behind it is answered.
	$left = array_map(fn(int $i) => spawn(fn() => gethostbyname("slow$i.test")), range(1, 5));
	suspend();
	echo gethostbyname('quick.test'), "\n";
	foreach ($left as $coroutine) $coroutine->cancel();
	return;
}
$late = spawn(fn() => gethostbyname('late.test'));
suspend();
echo gethostbyname('go.test'), "\n";
// What was left arrives beside these.
for ($i = 0; $i < 5; $i++) echo gethostbyname("quick$i.test"), "\n";
usleep(50_000);
echo gethostbyname('now.test'), "\n";
echo await($late), "\n";
PHP);

echo with_dns(<<<'PHP'
$directory = getenv('DNS_TEST_DIRECTORY');
$php = [PHP_BINARY, '-n', ...explode(' ', getenv('TEST_EXTENSION_OPTIONS'))];
$log = [2 => ['file', "$directory/log", 'w']];
$server = proc_open(['timeout', '60', ...$php, '-S', '127.0.0.1:8000', '-t', $directory], $log, $pipes);
for ($i = 0; $i < 500 && !($socket = @fsockopen('127.0.0.1', 8000)); $i++) usleep(10_000);
fclose($socket);
foreach (['leave', 'use', 'leave', 'use'] as $what) {
	echo file_get_contents("http://127.0.0.1:8000/?$what") ?: 'no answer', "--\n";
}
proc_terminate($server);
PHP);
?>
--EXPECT--
127.0.0.5
--
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
--
127.0.0.5
--
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
127.0.0.5
--
