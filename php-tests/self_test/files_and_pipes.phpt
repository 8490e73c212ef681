--TEST--
io chapter 10: files, pipes, FIFOs, locks and compressed streams of PHP come to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--EXTENSIONS--
posix
--INI--
async.io_trace=1
async.io_objects=+libz
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/trace.php';
require __DIR__ . '/../lib/temporary.php';

watchdog();
$dir = make_temporary_directory();
$file = "$dir/file";
file_put_contents($file, str_repeat("line\n", 10));
file_put_contents("$dir/file.gz", gzencode('text'));
posix_mkfifo("$dir/fifo", 0600);
$file_calls = ['open|open64', 'read', 'close'];

expect_hits('fread, fgets', $file_calls, function () use ($file) {
    $stream = fopen($file, 'r');
    fread($stream, 3);
    fgets($stream);
    fclose($stream);
});
expect_hits('file_get_contents', $file_calls, fn() => file_get_contents($file));
expect_hits('file', $file_calls, fn() => file($file));
expect_hits('copy', ['open|open64', 'lseek|lseek64|fstat|fstat64', 'close'], fn() => copy($file, "$file.copy"));
expect_hits('file_put_contents', ['open|open64', 'write', 'close'], fn() => file_put_contents($file, 'x'));
expect_hits('file_put_contents(LOCK_EX)', ['open|open64', 'flock', 'write', 'close'], fn() => file_put_contents($file, 'x', LOCK_EX));
expect_hits('flock', ['flock'], fn() => flock(fopen($file, 'r'), LOCK_SH));
expect_hits('fsync', ['fsync', 'fclose'], fn() => fsync(fopen($file, 'w')));
expect_hits('fdatasync', ['fdatasync', 'fclose'], fn() => fdatasync(fopen($file, 'w')));
expect_hits('FIFO', ['open|open64', 'read', 'write'], function () use ($dir) {
    $stream = fopen("$dir/fifo", 'r+');
    fwrite($stream, "x\n");
    fgets($stream);
});
expect_hits('pipe of a command', ['pipe|pipe2', 'read', 'write'], function () {
    $process = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
    fwrite($pipes[0], "x\n");
    fgets($pipes[1]);
});
expect_hits('php://stdin', ['dup', 'read', 'close'], fn() => fread(fopen('php://stdin', 'r'), 1));
expect_hits('compress.zlib://', ['open|open64', 'read'], fn() => file_get_contents("compress.zlib://$dir/file.gz"));
expect_hits('error_log(3)', ['write'], fn() => error_log('x', 3, "$dir/log"));
// INC-1, OUT-1: these do not suspend, but their calls are redirected like all of the main program.
expect_hits('include', ['open|open64', 'read|fstat|fstat64'], function () use ($dir) {
    file_put_contents("$dir/included.php", '');
    include "$dir/included.php";
});
expect_hits('echo', ['write'], function () {
    echo '-';
    flush();
});
remove_tree($dir);
?>
--EXPECT--
fread, fgets: hit
file_get_contents: hit
file: hit
copy: hit
file_put_contents: hit
file_put_contents(LOCK_EX): hit
flock: hit
fsync: hit
fdatasync: hit
FIFO: hit
pipe of a command: hit
php://stdin: hit
compress.zlib://: hit
error_log(3): hit
include: hit
-echo: hit
