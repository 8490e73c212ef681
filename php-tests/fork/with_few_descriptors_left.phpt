--TEST--
The child of a fork has a loop of its own when no descriptor is left, and an exception where the limit forbids all; the parent goes on
--DESCRIPTION--
Rules: io HK-11, FK-3
Order: independent
--EXTENSIONS--
pcntl
--SKIPIF--
<?php if (!shell_exec('command -v prlimit')) die('skip needs prlimit'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$directory = temporary_directory();
file_put_contents($program = "$directory/program.php", <<<'PHP'
    <?php
    use function Async\{spawn, await, delay};
    await(spawn(fn() => gethostbyname('localhost')));
    $files = [];
    while ($file = @fopen('/dev/null', 'r')) $files[] = $file;
    for ($i = 0; $i < $argv[1]; $i++) array_pop($files);
    if ($argv[2] === 'lowered') exec('prlimit --nofile=5: --pid ' . getmypid());
    try {
        $pid = pcntl_fork();
    } catch (Async\InputOutputException $e) {
        echo $e->getMessage(), "\n";
        exit(3);
    }
    if (!$pid) {
        await(spawn(fn() => delay(1)));
        echo "child\n";
        exit(3);
    }
    pcntl_waitpid($pid, $status);
    $files = [];
    // Under the lowered limit the name could not even be read from a file.
    $answer = $argv[2] === 'lowered' ? await(spawn(fn() => 'parent')) : await(spawn(fn() => gethostbyname('localhost')));
    echo strtr($answer, ['127.0.0.1' => 'parent']), ' ', pcntl_wexitstatus($status), "\n";
    PHP);
$extensions = implode(' ', array_map(fn($name) => "-d extension=$name", shared_extensions('pcntl')));
$php = PHP_BINARY . " -n $extensions -d extension=" . true_async_module();
foreach ([[0, ''], [1, ''], [3, ''], [8, ''], [4, 'lowered']] as [$free, $limit]) {
    exec("ulimit -Sn 40; $php $program $free '$limit' 2>&1", $lines, $status);
    echo "$free $limit: ", implode(', ', $lines), ", $status\n";
    $lines = [];
}
?>
--EXPECT--
0 : child, parent 3, 0
1 : child, parent 3, 0
3 : child, parent 3, 0
8 : child, parent 3, 0
4 lowered: The event loop cannot be started: Too many open files (os error 24), parent 3, 0
