--TEST--
SO-10: coroutines that share an SplFileObject get whole lines, whatever they read with
--DESCRIPTION--
Rules: io SO-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/slow_wrapper.php';

$lines = array_map(fn($i) => sprintf('%02d', $i) . str_repeat('x', 30), range(0, 39));
SlowStream::$files['file'] = implode("\n", $lines) . "\n";
$file = new SplFileObject('slow://file', 'r');
$got = [];
$reads = [
    fn() => trim($file->fgets()),
    fn() => $file->fgetcsv(',', '"', '')[0],
    fn() => trim($file->getCurrentLine()),
    fn() => $file->fscanf('%s')[0],
];
$readers = [];
foreach ($reads as $read) {
    $readers[] = spawn(function () use ($read, &$got) {
        for ($i = 0; $i < 10; $i++) {
            $got[] = $read();
        }
    });
}
array_map(await(...), $readers);
sort($got);
var_dump($got === $lines);

// Writers.
$file = new SplFileObject('slow://out', 'w');
$writers = array_map(fn($c) => spawn(fn() => $file->fwrite(str_repeat($c, 20000) . "\n")), ['a', 'b', 'c']);
array_map(await(...), $writers);
$lines = explode("\n", trim(SlowStream::$files['out']));
sort($lines);
var_dump($lines === array_map(fn($c) => str_repeat($c, 20000), ['a', 'b', 'c']));

// Iterations of two coroutines over one object share its position; what they see are lines.
SlowStream::$files['file'] = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9";
$file = new SplFileObject('slow://file', 'r');
$file->setFlags(SplFileObject::DROP_NEW_LINE | SplFileObject::READ_AHEAD);
$seen = [];
$iterate = function () use ($file, &$seen) {
    while ($file->valid()) {
        $seen[$file->current()] = true;
        $file->next();
    }
};
array_map(await(...), [spawn($iterate), spawn($iterate)]);
var_dump(array_diff(array_keys($seen), ['', ...range(0, 9)]));
?>
--EXPECT--
bool(true)
bool(true)
array(0) {
}
