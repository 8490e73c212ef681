--TEST--
Where no worker threads can be started a name is looked up in place, and later, when they can, by a worker
--DESCRIPTION--
Rules: io HK-11
Order: independent
--SKIPIF--
<?php
if (getenv('ASAN_PRELOAD')) die('skip AddressSanitizer takes terabytes of address space for itself');
if (!shell_exec('command -v prlimit')) die('skip needs prlimit');
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
    $before = $threads();
    echo $look_up(), ' ', $threads() - $before, "\n";
    echo $look_up(), ' ', $threads() - $before, "\n";
    exec('prlimit --as=unlimited: --pid ' . getmypid());
    echo $look_up(), ' ', $threads() - $before, "\n";
    PHP);
// Hundreds of stacks do not fit.
passthru('ulimit -Sv 900000; UV_THREADPOOL_SIZE=200 ' . PHP_BINARY . ' -n -d extension=' . true_async_module() . " $program 2>&1", $status);
var_dump($status);
?>
--EXPECT--
127.0.0.1 0
127.0.0.1 0
127.0.0.1 200
int(0)
