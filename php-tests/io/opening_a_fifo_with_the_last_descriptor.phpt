--TEST--
A FIFO is opened in a coroutine also where its descriptor is the last that can be had; where none can be had the error is that of stock PHP
--DESCRIPTION--
Rules: io W-8, io IO-14
Order: independent in real time
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$dir = make_temporary_directory();
posix_mkfifo("$dir/fifo", 0600);
file_put_contents("$dir/program.php", <<<'PHP'
    <?php
    use function Async\{await, delay, spawn};

    [, $fifo, $free] = $argv;
    $other = spawn(function () {
        for ($turns = 0; $turns < 3; $turns++) delay(1);
        return $turns;
    });
    echo await(spawn(function () use ($fifo, $free) {
        delay(5);
        while ($file = @fopen('/dev/null', 'r')) $files[] = $file;
        while ($free-- > 0) array_pop($files);
        // Its writer comes a little later.
        $reader = @fopen($fifo, 'r');
        $files = null;
        return $reader ? fgets($reader) : error_get_last()['message'] . "\n";
    })), await($other), "\n";
    PHP);
$php = PHP_BINARY . ' -n -d extension=' . true_async_module() . " $dir/program.php $dir/fifo";
foreach ([2, 1, 0] as $free) {
    $writer = proc_open("sleep 0.1; exec 3<>$dir/fifo; echo written >&3; sleep 1", [], $pipes);
    exec("ulimit -Sn 60; $php $free 2>&1", $lines);
    echo str_replace("$dir/", '', implode(' ', $lines)), "\n";
    $lines = [];
    proc_terminate($writer, 9);
    proc_close($writer);
}
remove_tree($dir);
?>
--EXPECT--
written 3
written 3
fopen(fifo): Failed to open stream: Too many open files 3
