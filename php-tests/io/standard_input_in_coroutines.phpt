--TEST--
IO-5: reading STDIN and php://stdin suspends only the coroutine that reads, and gives what comes
--DESCRIPTION--
Rules: io IO-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
file_put_contents($script = temporary_path('script'), <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend};
    $in = fopen('php://stdin', 'r');
    $reads = [
        'fgets(STDIN)' => fn() => fgets(STDIN),
        'fgets() of php://stdin' => fn() => fgets($in),
        'stream_get_line() of php://stdin' => fn() => stream_get_line($in, 100, "\n"),
        'fread() of php://stdin' => function () use ($in) {
            for ($line = ''; !str_ends_with($line, "\n"); $line .= fread($in, 100));
            return $line;
        },
        'file_get_contents() of seven bytes' => fn() => file_get_contents('php://stdin', length: 7),
        'SplFileObject' => fn() => (new SplFileObject('php://stdin'))->fgets(),
        'file_get_contents() to the end' => fn() => file_get_contents('php://stdin'),
        'at the end' => fn() => [fgets(STDIN), fread($in, 1)],
    ];
    foreach ($reads as $name => $read) {
        $reader = spawn($read);
        for ($turns = 0; $turns < 5 && !$reader->isCompleted(); $turns++) suspend();
        echo $reader->isCompleted() ? '' : "waits\n";
        echo "$name: ", json_encode(await($reader)), "\n";
    }
    PHP);
$options = explode(' ', getenv('TEST_EXTENSION_OPTIONS'));
$under = array_filter([getenv('TEST_UNDER')]);
$process = proc_open([...$under, PHP_BINARY, '-n', ...$options, $script], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
for ($line = 1; ($says = fgets($pipes[1])) !== false; $line++) {
    // Only what others could say brings it something to read; that it has come to the end may need a turn, too.
    if ($says === "waits\n" && is_resource($pipes[0])) {
        fwrite($pipes[0], "line $line\n");
        $line > 6 && fclose($pipes[0]);
    } elseif ($says !== "waits\n") {
        echo $says;
    }
    $answer = $says === "waits\n" ? fgets($pipes[1]) : '';
    echo $answer;
}
proc_close($process);
unlink($script);
?>
--EXPECT--
fgets(STDIN): "line 1\n"
fgets() of php://stdin: "line 2\n"
stream_get_line() of php://stdin: "line 3"
fread() of php://stdin: "line 4\n"
file_get_contents() of seven bytes: "line 5\n"
SplFileObject: "line 6\n"
file_get_contents() to the end: "line 7\n"
at the end: [false,""]
