--TEST--
IO-16: reading a cached file with file_get_contents() takes five system calls in a coroutine
--DESCRIPTION--
Rules: io IO-16
Order: dependent
--SKIPIF--
<?php
if (getenv('TEST_UNDER')) die('skip the trace is of PHP itself');
if (!shell_exec('command -v strace')) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$dir = make_temporary_directory();
file_put_contents("$dir/read", 'read before, for what happens once');
file_put_contents("$dir/file", str_repeat('x', 1000));
file_put_contents("$dir/script", <<<'PHP'
    <?php
    $dir = __DIR__;
    Async\await(Async\spawn(function () use ($dir) {
        file_get_contents("$dir/read");
        touch("$dir/begin");
        // The first time PHP finds out where the path leads.
        for ($i = 0; $i < 2; $i++) echo strlen(file_get_contents("$dir/file")), "\n";
        touch("$dir/end");
    }));
    PHP);
$command = ['strace', '-o', "$dir/trace", PHP_BINARY, '-n', '-d', 'extension=' . true_async_module(), "$dir/script"];
$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
echo stream_get_contents($pipes[1]);
proc_close($process);
preg_match('~/begin"(.*)/end"~s', file_get_contents("$dir/trace"), $between);
// From the first call that names the file until it is closed.
preg_match_all('~^\w+\([^\n]*/file".*?^close~ms', $between[1], $of_file);
$names = preg_replace('~\(.*~', '', explode("\n", $of_file[0][1]));
echo implode(' ', preg_replace(['~^\w*stat\w*$~', '~^preadv2$~'], ['stat', 'read'], $names)), "\n";
remove_tree($dir);
?>
--EXPECT--
1000
1000
stat openat stat read close
