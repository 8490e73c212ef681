--TEST--
EXE-5: a command gets all its descriptors where the process has closed its own standard ones
--DESCRIPTION--
Rules: io EXE-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';

file_put_contents($script = temporary_path('script'), <<<'PHP'
    <?php
    $look = function () {
        $command = ['sh', '-c', 'for n in 0 1 2 3 4 5 6; do [ -e /proc/$$/fd/$n ] && printf $n >&6; done; cat >&6'];
        $pipe = ['pipe', 'w'];
        $pipes = [];
        $process = proc_open($command, [['pipe', 'r'], $pipe, $pipe, ['pipe', 'r'], $pipe, ['file', '/dev/null', 'r'], $pipe], $pipes);
        fwrite($pipes[0], ' input');
        fclose($pipes[0]);
        $all = stream_get_contents($pipes[6]);
        proc_close($process);
        return $all;
    };
    $out = fopen($argv[1], 'w');
    fclose(STDIN);
    fclose(STDOUT);
    fclose(STDERR);
    foreach ([$look, fn() => Async\await(Async\spawn($look))] as $way) {
        fwrite($out, $way() . "\n");
    }
    PHP);
$options = getenv('TEST_EXTENSION_OPTIONS');
$under = getenv('TEST_UNDER');
shell_exec("$under " . PHP_BINARY . " -n $options $script $script.out");
echo file_get_contents("$script.out");
unlink($script);
unlink("$script.out");
?>
--EXPECT--
0123456 input
0123456 input
