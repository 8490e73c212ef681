--TEST--
SO-10: every function that reads has a stream of user space, which suspends in the middle, for itself until it returns
--DESCRIPTION--
Rules: io SO-10, FW-2a
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/slow_wrapper.php';

$line = fn($i) => sprintf('%02d', $i) . str_repeat('.', 40) . "\n";
$content = implode(array_map($line, range(0, 29)));
// Whatever order they come in, each takes whole lines.
$reads = [
    'fgets' => fn($s) => fgets($s),
    'fread' => fn($s) => fread($s, 43),
    'stream_get_line' => fn($s) => stream_get_line($s, 1000, "\n") . "\n",
    'stream_get_contents' => fn($s) => stream_get_contents($s, 43),
    'fgetcsv' => fn($s) => fgetcsv($s, null, ',', '"', '')[0] . "\n",
    'fscanf' => fn($s) => fscanf($s, '%[^,]')[0] . "\n",
];
foreach ([7, 43, 1000] as SlowStream::$piece) {
    foreach ($reads as $name => $read) {
        if ($name === 'fread' && SlowStream::$piece === 7) {
            // It returns what one operation gives.
            continue;
        }
        SlowStream::$files['file'] = $content;
        $stream = fopen('slow://file', 'r');
        $got = [];
        $reader = function () use ($stream, $read, &$got) {
            for ($i = 0; $i < 10; $i++) {
                $got[] = $read($stream);
            }
        };
        array_map(await(...), [spawn($reader), spawn($reader), spawn($reader)]);
        // fscanf() drops the line's end with a white space pattern only; the texts are what matters.
        $texts = array_map(trim(...), $got);
        sort($texts);
        $expected = array_map(trim(...), array_map($line, range(0, 29)));
        if ($texts !== $expected) {
            echo "$name, ", SlowStream::$piece, ": ";
            var_dump($got);
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
