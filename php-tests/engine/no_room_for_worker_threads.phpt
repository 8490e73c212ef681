--TEST--
Where no thread can be started a name is looked up in place, and a file operation fails; later, when they can, threads do it
--DESCRIPTION--
Rules: io HK-11
Order: independent
--SKIPIF--
<?php
if (getenv('ASAN_PRELOAD')) die('skip AddressSanitizer takes terabytes of address space for itself');
if (!shell_exec('command -v prlimit')) die('skip needs prlimit');
if (!extension_loaded('async_abi_test')) die('skip needs the C test extension');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$directory = temporary_directory();
file_put_contents($program = "$directory/program.php", <<<'PHP'
    <?php
    use function Async\{spawn, await};
    $threads = fn() => count(scandir('/proc/self/task')) - 2;
    $look_up = fn() => await(spawn(fn() => gethostbyname('localhost')));
    // Opening may wait for another process, and has threads of its own; flushing is done by libuv's.
    $flush = function () {
        try {
            $file = async_test_io_open(__FILE__, 0);
            $flush = async_test_io_begin($file, 'flush');
            async_test_io_wait($file, $flush);
            async_test_io_dispose($flush);
            async_test_io_close($file);
            async_test_io_release($file);
            return 'flushed';
        } catch (Async\InputOutputException $e) {
            return $e->getMessage();
        }
    };
    $limit = fn(string $limit) => exec("prlimit --as=$limit: --pid " . getmypid());
    $before = $threads();
    // Room for a few pages more, but for no stack.
    await(spawn(fn() => 1));
    $limit((string) (1024 * (400 + (int) preg_replace('/.*VmSize:\s+(\d+) kB.*/s', '$1', file_get_contents('/proc/self/status')))));
    echo $look_up(), ' ', $threads() - $before, "\n";
    echo $look_up(), ' ', $threads() - $before, "\n";
    echo $flush(), ' ', $threads() - $before, "\n";
    $limit('unlimited');
    echo $look_up(), ' ', $threads() - $before, "\n";
    echo $look_up(), ' ', $threads() - $before, "\n";
    echo $flush(), ' ', $threads() - $before, "\n";
    PHP);
passthru('UV_THREADPOOL_SIZE=20 ' . PHP_BINARY . ' -n ' . getenv('TEST_EXTENSION_OPTIONS') . " $program 2>&1", $status);
var_dump($status);
?>
--EXPECT--
127.0.0.1 0
127.0.0.1 0
Failed to open the file: Resource temporarily unavailable (os error 11) 0
127.0.0.1 1
127.0.0.1 1
flushed 22
int(0)
