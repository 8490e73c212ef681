--TEST--
scripts/gdb.py: the debugger lists coroutines and shows the PHP calls and the C stack of a suspended one
--SKIPIF--
<?php
if (PHP_ZTS) die('skip the scheduler\'s state is thread-local');
if (getenv('TEST_UNDER')) die('skip the process is not PHP itself');
$probe = (string) shell_exec('timeout 20 gdb -nx -q -batch -ex run --args true 2>&1');
if (!str_contains($probe, 'exited normally')) die('skip needs gdb, and leave to trace');
?>
--FILE--
<?php
$script = __DIR__ . '/gdb_shows_stacks_of_coroutines.child.inc';
file_put_contents($script, <<<'PHP'
<?php
use function Async\{spawn, await, delay};
function reader() { $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0); fread($pair[0], 1); }
function stops() { delay(1); posix_kill(getmypid(), SIGTRAP); exit; }
spawn(reader(...));
await(spawn(stops(...)));
PHP);
$commands = [
    'set debuginfod enabled off', 'set print frame-arguments none', 'run', 'source ' . dirname(__DIR__, 2) . '/scripts/gdb.py',
    'coroutines', 'python gdb.execute("coroutine %d" % int(list(coroutines())[1]))', 'coroutine', 'bt', 'kill',
];
$command = 'gdb -nx -q -batch';
foreach ($commands as $line) {
    $command .= ' -ex ' . escapeshellarg($line);
}
$command .= ' --args ' . escapeshellarg(PHP_BINARY) . ' -n ' . getenv('TEST_EXTENSION_OPTIONS') . " $script 2>&1";
$lines = explode("\n", shell_exec($command));

$in_order = ["process stack  last suspended at $script:6", "suspended      last suspended at $script:3",
    "running        last suspended at $script:4", 'PHP  fread', 'PHP  reader at', 'hop::leave', 'Execution::leave',
    'streams::sockets::read', 'zend_call_function', 'body::run_jobs', 'kill ()', 'body::run_jobs',
    '<signal handler called>', 'scheduler::run::switch::trampoline', 'php::functions::await', 'main'];
$found = 0;
foreach ($lines as $line) {
    if ($found < count($in_order) && str_contains($line, $in_order[$found])) {
        $found++;
    }
}
echo $found === count($in_order) ? 'all there' : "missing: {$in_order[$found]}\n" . implode("\n", $lines), "\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/gdb_shows_stacks_of_coroutines.child.inc'); ?>
--EXPECT--
all there
