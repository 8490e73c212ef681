--TEST--
EXE-1, EXE-6, EXE-7: a command that has closed its output and goes on lets others run; so do proc_close(), pclose() and pcntl_waitpid()
--DESCRIPTION--
Rules: io EXE-1, io EXE-6, io EXE-7, io W-8
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();
/** A command that goes on until $fifo is written, without output, and ends with $code. */
function goes_on(string $fifo, int $code): string
{
	return "exec >&- 2>&-; read line <$fifo; exit $code";
}
$wait = [
	'exec' => function (string $command) { exec($command, $lines, $code); return $code; },
	'system' => function (string $command) { system($command, $code); return $code; },
	'passthru' => function (string $command) { passthru($command, $code); return $code; },
	'shell_exec' => fn(string $command) => var_export(shell_exec($command), true),
	'pclose of a reader' => fn(string $command) => pclose(popen($command, 'r')),
	'pclose of a writer' => fn(string $command) => pclose(popen("exec <&-; $command", 'w')),
	'proc_close' => fn(string $command) => proc_close(proc_open($command, [], $pipes)),
	'pcntl_waitpid' => function (string $command) {
		$process = proc_open($command, [], $pipes);
		$pid = pcntl_waitpid(proc_get_status($process)['pid'], $status);
		return pcntl_wexitstatus($status) . ($pid === proc_get_status($process)['pid'] ? '' : ' of another');
	},
	'pcntl_wait' => function (string $command) {
		$process = proc_open($command, [], $pipes);
		return pcntl_wait($status) === proc_get_status($process)['pid'] ? pcntl_wexitstatus($status) : 'another';
	},
];
$code = 10;
foreach ($wait as $name => $function) {
	posix_mkfifo($fifo = temporary_path('fifo'), 0600);
	$waits = spawn($function, goes_on($fifo, ++$code));
	$end = spawn(function () use ($fifo) {
		// Opening it waits for the command.
		fwrite(fopen($fifo, 'w'), "go\n");
	});
	await($end);
	echo "$name: ", await($waits), "\n";
}
?>
--EXPECT--
exec: 11
system: 12
passthru: 13
shell_exec: NULL
pclose of a reader: 15
pclose of a writer: 16
proc_close: 17
pcntl_waitpid: 18
pcntl_wait: 19
