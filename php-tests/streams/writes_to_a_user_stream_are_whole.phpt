--TEST--
SO-10: writes of several coroutines to one stream of user space are whole, although PHP cuts them and the stream suspends
--DESCRIPTION--
Rules: io SO-10, IO-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/slow_wrapper.php';

$stream = fopen('slow://file', 'w');
$writes = [
    fn($text) => fwrite($stream, $text),
    fn($text) => fputs($stream, $text),
    fn($text) => fprintf($stream, '%s', $text),
    fn($text) => vfprintf($stream, '%s', [$text]),
    fn($text) => fputcsv($stream, [substr($text, 0, -1)], ',', '"', ''),
];
$expected = [];
$writers = [];
foreach ($writes as $i => $write) {
    $text = str_repeat(chr(ord('a') + $i), 20000) . "\n";
    array_push($expected, $text, $text);
    $writers[] = spawn(function () use ($write, $text) {
        foreach ([1, 2] as $_) {
            if ($write($text) !== strlen($text)) {
                echo "short\n";
            }
        }
    });
}
array_map(await(...), $writers);
$lines = preg_split('/(?<=\n)/', SlowStream::$files['file'], -1, PREG_SPLIT_NO_EMPTY);
sort($lines);
var_dump($lines === $expected);
?>
--EXPECT--
bool(true)
