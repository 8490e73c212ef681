--TEST--
IO-10, SO-7: writes of several coroutines to one pipe are whole, also when the other end reads slowly; STDOUT and STDERR, too
--DESCRIPTION--
Rules: IO-10, IO-9, io SO-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

if (($argv[1] ?? '') === 'child') {
    foreach ([STDOUT, STDERR] as $stream) {
        for ($i = 0; $i < 2; $i++) {
            spawn(function () use ($stream, $i) {
                for ($n = 0; $n < 50; $n++) {
                    fwrite($stream, str_repeat((string) $i, 3000) . "\n");
                }
            });
        }
    }
    return;
}
watchdog();
$intact = function (string $text, int $lines, array $sizes): bool {
    $got = explode("\n", $text);
    array_pop($got);
    return count($got) === $lines && array_filter($got, function ($line) use ($sizes) {
        $size = $sizes[$line[0] ?? ''] ?? -1;
        return strlen($line) !== $size || $line !== str_repeat($line[0], $size);
    }) === [];
};

// 250 lines of each of four writers, short and long ones, much more than the pipe holds.
$process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$sizes = ['a' => 10, 'b' => 500, 'c' => 5000, 'd' => 20000];
$writers = [];
$total = 0;
foreach ($sizes as $letter => $size) {
    $writers[] = spawn(function () use ($pipes, $letter, $size, &$total) {
        for ($i = 0; $i < 250; $i++) {
            $total += fwrite($pipes[0], str_repeat($letter, $size) . "\n");
        }
    });
}
$reader = spawn(function () use ($pipes) {
    $text = '';
    while (!feof($pipes[1])) {
        $text .= fread($pipes[1], 8192);
        suspend();
    }
    return $text;
});
array_map(await(...), $writers);
fclose($pipes[0]);
$text = await($reader);
var_dump($total === strlen($text), $intact($text, 1000, $sizes));

// A child that writes to its output and its error output.
require __DIR__ . '/../lib/child.php';
$module = true_async_module();
$command = [PHP_BINARY, '-n', '-d', "extension=$module", __FILE__, 'child'];
$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
$texts = array_map(fn($pipe) => spawn(stream_get_contents(...), $pipe), [1 => $pipes[1], 2 => $pipes[2]]);
foreach ($texts as $text) {
    var_dump($intact(await($text), 100, ['0' => 3000, '1' => 3000]));
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
