--TEST--
IO handle: a connection that is kept needs no epoll_ctl per request
--DESCRIPTION--
Rules: ABI-156, io W-1
Order: dependent
--SKIPIF--
<?php
if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test');
if (getenv('TEST_UNDER')) die('skip the trace is of PHP itself');
if (!shell_exec('command -v strace')) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

preg_match('~ (/.*/async_abi_test\.so)~', file_get_contents('/proc/self/maps'), $module);
$script = tempnam(sys_get_temp_dir(), 'io');
$trace = "$script.trace";
file_put_contents($script, "<?php\n" . 'require ' . var_export(__DIR__ . '/../lib/io_handle.php', true) . ';
    $rounds = (int) $argv[1];
    [$io, $peer] = pair("tcp");
    $way = $argv[2];
    $reader = $way === "multishot" ? async_test_io_reader($io, 100, ["echo" => true, "start" => true]) : null;
    if (!$reader) Async\spawn(function () use ($io, $rounds) {
        for ($i = 0; $i < $rounds; $i++) async_test_io_write($io, async_test_io_read($io, 100));
    });
    for ($i = 0; $i < $rounds; $i++) {
        async_test_io_write($peer, "ping");
        if (async_test_io_read($peer, 100) !== "ping") exit(1);
    }
    if ($reader) async_test_io_reader_free($reader);
    finish($io, $peer);');
function registrations(int $rounds, string $way): int
{
    global $script, $trace, $module;
    $command = ['strace', '-f', '-e', 'trace=epoll_ctl', '-o', $trace, PHP_BINARY, '-n', '-d', 'extension=' . true_async_module(),
        '-d', "extension=$module[1]", $script, $rounds, $way];
    $process = proc_open(array_map(strval(...), $command), [['file', '/dev/null', 'r'], ['redirect', 2]], $pipes);
    while (($state = proc_get_status($process))['running']) usleep(1000);
    if ($state['exitcode'] !== 0) echo "exit {$state['exitcode']}\n";
    return substr_count(file_get_contents($trace), 'epoll_ctl(');
}
foreach (['one shot', 'multishot'] as $way) {
    $few = registrations(10, $way);
    $many = registrations(1000, $way);
    // A registration that has told nothing for a while is verified; the machine may be busy.
    echo $way, ': ', $few > 0 && $many - $few < 20 ? 'none per request' : "$few for 10, $many for 1000", "\n";
}
unlink($script);
unlink($trace);
--EXPECT--
one shot: none per request
multishot: none per request
