--TEST--
FW-5: two coroutines that call readline() get a line each, while others run; one that waits for its turn can be cancelled
--DESCRIPTION--
Rules: io FW-5, P-4, io CX-12
Order: independent
--EXTENSIONS--
readline
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$script = tempnam(sys_get_temp_dir(), 'readline');
file_put_contents($script, <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend, delay};
    $lines = [];
    $readers = [];
    foreach ([0, 1, 2] as $i) $readers[] = spawn(function () use (&$lines) { $lines[] = $line = readline(); readline_add_history($line); });
    for ($i = 0; $i < 10; $i++) suspend();
    // All of them are in their calls now.
    fwrite(STDERR, "waiting\n");
    delay(5);
    $readers[2]->cancel();
    fwrite(STDERR, "still running\n");
    foreach (array_reverse($readers) as $reader) {
        try { await($reader); } catch (Async\AsyncCancellation) { fwrite(STDERR, "cancelled\n"); }
    }
    sort($lines);
    fwrite(STDERR, implode(', ', $lines) . "\n");
    PHP);
$under = getenv('TEST_UNDER');
$command = [...($under ? [$under] : []), PHP_BINARY, '-n', '-d', 'extension=' . true_async_module()];
foreach (ini_get_all('true_async', false) as $name => $value) array_push($command, '-d', "$name=$value");
foreach (with_extensions('readline')['extension'] ?? [] as $name) array_push($command, '-d', "extension=$name");
$process = proc_open([...$command, $script], [['pipe', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']], $pipes);
while (($line = fgets($pipes[2])) !== false) {
    echo $line;
    if ($line === "still running\n") fwrite($pipes[0], "a line\n");
    if ($line === "cancelled\n") fwrite($pipes[0], "the second\n");
}
echo proc_close($process), "\n";
unlink($script);
--EXPECT--
waiting
still running
cancelled
a line, the second
0
