--TEST--
popen() refuses what stock PHP refuses, and a command holds no pipe of another one open
--DESCRIPTION--
Rules: io EXE-8
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
set_error_handler(function (int $level, string $message) { echo $message, "\n"; return true; });
$modes = function () {
	foreach (['r', 'w', 'rw', 'x', '', 'a', 'rb'] as $mode) {
		try {
			$pipe = popen('exit 3', $mode);
			echo $mode, ': ', $pipe ? pclose($pipe) : 'refused', "\n";
		} catch (ValueError $e) {
			echo $mode, ': ', $e->getMessage(), "\n";
		}
	}
};
ob_start();
$modes();
$stock = ob_get_clean();
$ours = await(spawn(function () use ($modes) { ob_start(); $modes(); return ob_get_clean(); }));
echo $stock === $ours ? "as in stock PHP\n" : $ours;

echo await(spawn(function () {
	$first = popen('cat', 'w');
	$second = popen('cat >/dev/null', 'w');
	// The second one would hold the end of the first one's input open.
	$codes = [pclose($first), pclose($second)];
	return json_encode($codes);
})), "\n";
echo await(spawn(fn() => stream_get_contents(popen('printf "out"; printf "err" >&2; cat /proc/self/fd/999', 'r')))), "\n";
?>
--EXPECTF--
as in stock PHP
[0,0]
%Aout
