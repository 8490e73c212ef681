--TEST--
The first use of the API with any number of descriptors left begins or throws, and the process can go on either way
--DESCRIPTION--
Rules: io HK-11
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$directory = temporary_directory();
file_put_contents($program = "$directory/program.php", <<<'PHP'
    <?php
    $files = [];
    while ($file = @fopen('/dev/null', 'r')) $files[] = $file;
    for ($i = 0; $i < $argv[1]; $i++) array_pop($files);
    $begin = function () {
        try {
            Async\delay(1);
            return 'begins';
        } catch (Async\InputOutputException $e) {
            return $e->getMessage();
        }
    };
    $first = $begin();
    echo $first, "\n";
    // What has failed has left nothing behind: later there is room, and it begins.
    $files = [];
    if ($begin() !== 'begins') echo "does not begin later\n";
    PHP);
$php = PHP_BINARY . ' -n -d extension=' . true_async_module();
$answers = [];
foreach (range(0, 12) as $free) {
    exec("ulimit -n 40; $php $program $free 2>&1", $lines, $status);
    $answers["$status " . implode(' ', $lines)][] = $free;
    $lines = [];
}
echo implode("\n", array_keys($answers)), "\n";
var_dump(in_array(0, reset($answers), true), in_array(12, end($answers), true));
?>
--EXPECT--
0 The event loop cannot be started: Too many open files (os error 24)
0 begins
bool(true)
bool(true)
