--TEST--
EXE-2: a wait for any child beside it, also in a handler of SIGCHLD, takes no exit code from exec() or pclose()
--DESCRIPTION--
Rules: io EXE-2, io EXE-8
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
pcntl_async_signals(true);
$others = 0;
pcntl_signal(SIGCHLD, function () use (&$others) {
	while (pcntl_waitpid(-1, $status, WNOHANG) > 0) $others++;
});
$coroutines = [];
for ($i = 0; $i < 20; $i++) {
	$coroutines[] = spawn(function () use ($i) {
		for ($k = 0; $k < 3; $k++) {
			exec("exec >&-; sleep 0.00$k; exit " . ($i + $k), $lines, $code);
			if ($code !== $i + $k) return "exec: $code, not " . $i + $k;
		}
		$code = pclose(popen("exec >&-; exit $i", 'r'));
		return $code === $i ? 'right' : "pclose: $code, not $i";
	});
}
$waits = spawn(function () {
	$process = proc_open('sleep 0.01', [], $pipes);
	return pcntl_wait($status) === -1 ? 'none is left' : 'another child';
});
echo implode(', ', array_unique(array_map(await(...), $coroutines))), "\n";
echo in_array(await($waits), ['none is left', 'another child']) ? 'waited' : '', "\n";
?>
--EXPECT--
right
waited
