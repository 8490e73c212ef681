--TEST--
FW-5: an XMLReader that another coroutine reads with is opened again when that has left it
--DESCRIPTION--
Rules: io FW-5
Order: independent
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
use function Async\{await, spawn, suspend};

require __DIR__ . '/../lib/slow_wrapper.php';
SlowStream::$files['long'] = '<a>' . str_repeat('<b>text</b>', 200) . '</a>';
SlowStream::$files['short'] = '<z><y>1</y></z>';

foreach (['open' => 'slow://short', 'XML' => '<z><y>1</y></z>'] as $method => $argument) {
    $reader = new XMLReader;
    $reader->open('slow://long');
    $reading = spawn(function () use ($reader) {
        $names = [];
        while ($reader->read()) {
            $names[$reader->name] = true;
        }
        return isset($names['z']);
    });
    suspend();
    var_dump($reader->$method($argument));
    $memory = array_map(fn($n) => str_repeat('x', $n), range(1, 1000));
    var_dump(await($reading));
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
