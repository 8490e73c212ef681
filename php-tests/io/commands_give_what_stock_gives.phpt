--TEST--
EXE-1 to EXE-5: output, last lines, exit codes and directory of commands are those of plain PHP; others run while a command writes
--DESCRIPTION--
Rules: io EXE-1, io EXE-2, io EXE-3, io EXE-4, io EXE-5
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

require __DIR__ . '/../lib/watchdog.php';

/** All results and all output of commands, as text. */
function commands(): string
{
    $results = [];
    $commands = [
        'printf "a  \n\nb"', 'printf "x\r\ny\r\n"', 'true', 'exit 255', 'head -c 20000 /dev/zero | tr "\0" z; echo; echo end',
        'printf "\376\000\377"', 'pwd', 'echo to stderr >&2', 'nonexistent-command', 'cat',
    ];
    foreach ($commands as $command) {
        $command = "($command) </dev/null 2>&1";
        ob_start();
        $lines = ['before'];
        $results[] = [exec($command, $lines, $code), $lines, $code, system($command, $code), $code, shell_exec($command)];
        $results[] = [passthru($command, $code), $code, ob_get_clean()];
    }
    return serialize($results);
}

watchdog();
$stock = commands();
$here = getcwd();
var_dump(await(spawn('commands')) === $stock);
[$c, $d] = [spawn('commands'), spawn('commands')];
var_dump(await($c) === $stock, await($d) === $stock);

// The directory is that of the moment, the buffer that of the coroutine.
chdir('/');
echo await(spawn(fn() => trim(shell_exec('pwd')))), "\n";
chdir($here);
$writer = spawn(function () {
    ob_start();
    system('sleep 0.02; echo in the buffer');
    return ob_get_clean();
});
suspend();
echo "others print\n", await($writer);

$n = 0;
$counter = spawn(function () use (&$n) { for (;;) { suspend(); $n++; } });
exec('sleep 0.05');
var_dump($n > 3);
$n = 0;
$p = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
$running = proc_get_status($p)['running'];
var_dump($n, $running);
$counter->cancel();
spawn(function () use ($pipes) { delay(5); fwrite($pipes[0], 'through the pipes'); fclose($pipes[0]); });
echo stream_get_contents($pipes[1]), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
/
others print
in the buffer
bool(true)
int(0)
bool(true)
through the pipes
