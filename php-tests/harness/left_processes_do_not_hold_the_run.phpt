--TEST--
A process that a test has left behind with the test's output does not hold the run: it is named, and ended
--SKIPIF--
<?php
if (getenv('TEST_UNDER') || getenv('SIM_SEED')) die('skip is about run-tests.php');
?>
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';

$dir = temporary_directory();
foreach (['silent' => 'exec sleep 1000', 'talking' => 'while sleep 0.3; do echo again; done'] as $name => $command) {
    file_put_contents("$dir/$name.phpt", <<<TEST
        --TEST--
        $name
        --FILE--
        <?php
        proc_open(['setsid', 'sh', '-c', '$command'], [], \$pipes);
        echo "done\\n";
        --EXPECT--
        done

        TEST);
}
putenv('TEST_GRACE=1');
$log = shell_exec(escapeshellarg(dirname(__DIR__) . '/run') . " $dir/silent.phpt $dir/talking.phpt 2>&1");
preg_match_all("~left behind with this test's output: (.*) \*\*~", $log, $found);
preg_match_all('~(\d+) (sh -c while|sleep)~', implode("\n", $found[1]), $left);
echo count(preg_grep('/sleep 1000/', $found[1])), ' silent, ', count(preg_grep('/sh -c while/', $found[1])), " talking\n";
foreach ($left[1] as $pid) {
    // It may not have been waited for yet.
    if (preg_match('~^State:\s+[^ZX]~m', (string) @file_get_contents("/proc/$pid/status"))) echo "$pid is left\n";
}
echo trim(strrchr(rtrim($log), "\n")), "\n";
?>
--EXPECT--
1 silent, 1 talking
0 passed, 2 failed, 0 skipped
